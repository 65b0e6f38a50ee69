/** The tree as a nested list: for phones, keyboards and screen readers. What is chosen opens in its place. */
import type { ReactNode } from 'react'

import { lineageMessages } from '#entities/lineage/lineage.i18n.ts'
import { branchesOf, type Branch } from '#entities/lineage/lineage.ts'
import { useMessages } from '#i18n/messages.ts'

import { NodePicture } from './NodePicture.tsx'
import type { TreeProps } from './TreeCanvas.tsx'
import { useNodeName } from './use-node-name.ts'

export interface TreeListProps extends Omit<TreeProps, 'chosen'> {
  chosen: string | null
  /** The post that the tree was opened for. */
  current: string
  /** Shown under the chosen node; none where it has a place of its own. */
  preview?: ReactNode
}

/** Deeper than this the list no longer moves to the right: on a phone nothing would be left of it. */
const deepestIndent = 5

export function TreeList({ nodes, ...shared }: TreeListProps) {
  const m = useMessages(lineageMessages)
  return <Branches branches={branchesOf(nodes)} level={0} label={m.treeTitle} {...shared} />
}

interface BranchesProps extends Omit<TreeListProps, 'nodes'> {
  branches: readonly Branch[]
  level: number
  label?: string
}

function Branches({ branches, level, label, ...shared }: BranchesProps) {
  const m = useMessages(lineageMessages)
  const nameOf = useNodeName()
  const { chosen, current, preview, onChoose } = shared
  const indent = level > 0 && level <= deepestIndent ? 'ml-3 border-l-2 border-dashed border-accent pl-3' : ''
  return (
    <ul aria-label={label} className={`grid gap-1 ${indent}`}>
      {branches.map(({ node, branches: children }) => (
        <li key={node.id} className="grid min-w-0 gap-1">
          <button
            type="button"
            aria-expanded={preview === undefined ? undefined : node.id === chosen}
            aria-pressed={preview === undefined ? node.id === chosen : undefined}
            aria-current={node.id === current ? 'true' : undefined}
            onClick={() => onChoose(node.id)}
            className="flex min-h-(--tap) min-w-0 items-center gap-3 rounded-sm p-1 text-left hover:bg-surface-2"
          >
            <NodePicture node={node} isCurrent={node.id === chosen} hasName={false} />
            <span className="min-w-0 flex-1">
              <span className="block text-sm font-semibold">{nameOf(node)}</span>
              {node.id === current && <span className="block text-xs text-accent-text">{m.thisOne}</span>}
              {node.post?.prompt != null && (
                <span className="prompt line-clamp-2 block text-xs text-text-2">{node.post.prompt}</span>
              )}
            </span>
          </button>
          {node.id === chosen && preview}
          {children.length > 0 && <Branches branches={children} level={level + 1} {...shared} />}
        </li>
      ))}
    </ul>
  )
}
