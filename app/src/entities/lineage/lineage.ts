/** The remixes around one post: as `remix_tree` sends them, and as screens lay them out. */
import type { StoredImage } from '#entities/image/image-source.ts'

export interface LineageNode {
  id: string
  parentId: string | null
  depth: number
  /** `null` where the post is deleted, or not to be seen: only its place is known. */
  post: LineagePost | null
}

export interface LineagePost {
  creatorName: string
  username: string | null
  image: StoredImage
  altText: string
  /** `null` where its author hides it. */
  prompt: string | null
  remixesCount: number
}

export interface LineageRow {
  id: string
  parent_id: string | null
  depth: number
  is_gone: boolean
  username: string | null
  display_name: string | null
  image_url: string | null
  width: number | null
  height: number | null
  thumbhash: string | null
  alt_text: string | null
  prompt: string | null
  remixes_count: number | null
}

export const mostNodes = 200

export function toNode(row: LineageRow): LineageNode {
  const { id, parent_id: parentId, depth, display_name: creatorName, image_url: url } = row
  if (row.is_gone || creatorName === null || url === null) return { id, parentId, depth, post: null }
  const image = { url, width: row.width ?? 1, height: row.height ?? 1, thumbhash: row.thumbhash }
  return {
    id,
    parentId,
    depth,
    post: {
      creatorName,
      username: row.username,
      image,
      altText: row.alt_text ?? row.prompt ?? '',
      prompt: row.prompt,
      remixesCount: row.remixes_count ?? 0,
    },
  }
}

export interface Strip {
  /** From the beginning to the direct source. */
  ancestors: LineageNode[]
  self: LineageNode | null
  children: LineageNode[]
}

export function stripOf(nodes: readonly LineageNode[], id: string): Strip {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const self = byId.get(id) ?? null
  const ancestors: LineageNode[] = []
  let at = self?.parentId ? byId.get(self.parentId) : undefined
  while (at) {
    ancestors.unshift(at)
    at = at.parentId === null ? undefined : byId.get(at.parentId)
  }
  return { ancestors, self, children: nodes.filter(({ parentId }) => parentId === id) }
}

/** One picture on the way to another. */
export interface WayStep {
  id: string
  post: LineagePost
  /** The picture before it, that what is gone between them is left out of. */
  before: LineagePost | null
}

/** From the first picture to this one, as far as there is something to see; empty where it is not to be seen itself. */
export function wayTo(nodes: readonly LineageNode[], id: string): WayStep[] {
  const { ancestors, self } = stripOf(nodes, id)
  if (!self?.post) return []
  const way: WayStep[] = []
  for (const { id: nodeId, post } of [...ancestors, self])
    if (post) way.push({ id: nodeId, post, before: way.at(-1)?.post ?? null })
  return way
}

export interface Branch {
  node: LineageNode
  branches: Branch[]
}

/** The nodes as trees; usually one, whose root may be missing where the lineage is longer than what was sent. */
export function branchesOf(nodes: readonly LineageNode[]): Branch[] {
  const branches = new Map(nodes.map((node) => [node.id, { node, branches: [] as Branch[] }]))
  const roots: Branch[] = []
  for (const branch of branches.values()) {
    const parent = branch.node.parentId === null ? undefined : branches.get(branch.node.parentId)
    ;(parent?.branches ?? roots).push(branch)
  }
  return roots
}
