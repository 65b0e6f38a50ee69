/** From what a visitor may know of a page to the head that its server writes into it. */
import { de } from '../contract/src/index.ts'
import type { CollectionHead, PostHead, ProfileHead } from '../contract/src/index.ts'
import { cardOf, ownAddress } from './card.ts'
import { shorten } from './plain-words.ts'
import type { Subject } from './subject.ts'

export interface PageHead {
  readonly status: 200 | 404 | 410
  readonly title: string
  readonly canonical?: string
  readonly meta: readonly Meta[]
  readonly links?: readonly { rel: string; href: string; type: string; title: string }[]
}

type Meta = { name: string; content: string } | { property: string; content: string }

const site = 'Cortexia'
const claim = 'Créez des images avec l’IA, remixez celles des autres, échangez en privé.'
const noIndex: Meta = { name: 'robots', content: 'noindex' }

/** What machines may do with it, as robots (noindex, noai) and those of TDMRep (W3C, a community group) read it. */
function rightsOf({ is_indexed: isIndexed, may_train: mayTrain }: Pick<PostHead, 'is_indexed' | 'may_train'>): Meta[] {
  const refusals = [!isIndexed && 'noindex', !mayTrain && 'noai, noimageai'].filter(Boolean).join(', ')
  return [
    ...(refusals === '' ? [] : [{ name: 'robots', content: refusals }]),
    { name: 'tdm-reservation', content: mayTrain ? '0' : '1' },
  ]
}

export function headOf(subject: Subject, origin: string): PageHead {
  if (subject.kind === 'home') return homeHead(origin)
  if (subject.kind === 'trial') return goneHead(subject.isThere ? 200 : 404, 'Essais de paiement')
  const { facts } = subject
  if (facts.state === 'gone') return goneHead(410, 'Cette publication n’est plus disponible')
  if (facts.state === 'restricted') return goneHead(200, `Publication sur ${site}`)
  if (facts.state === 'missing') return goneHead(404, missing[subject.kind])
  if (subject.kind === 'post') return postHead(subject.id, facts as PostHead, origin)
  if (subject.kind === 'collection') return collectionHead(facts as CollectionHead, origin)
  return profileHead(facts as ProfileHead, origin)
}

const missing = {
  post: 'Cette publication est introuvable',
  collection: 'Cette collection est introuvable',
  profile: 'Ce profil est introuvable',
}

/** Nothing of what it was, or is for others. */
function goneHead(status: PageHead['status'], title: string): PageHead {
  return {
    status,
    title: status === 200 ? title : `${title} · ${site}`,
    meta: [
      noIndex,
      { name: 'description', content: claim },
      ...openGraph({ title, description: claim, type: 'website' }),
    ],
  }
}

function homeHead(origin: string): PageHead {
  const canonical = `${origin}/`
  const image = { url: `${origin}/icon-512.png`, width: 512, height: 512 }
  return {
    status: 200,
    title: site,
    canonical,
    meta: [
      { name: 'description', content: claim },
      ...openGraph({ title: site, description: claim, type: 'website', url: canonical, image }),
    ],
  }
}

function postHead(id: string, post: PostHead, origin: string): PageHead {
  const canonical = `${origin}/post/${id}`
  const { author, title, description, alt, ...words } = wordsOf(post)
  const card = post.image && cardOf(post.image, origin)
  const embed = `${origin}/functions/v1/link-preview?format=oembed&url=${encodeURIComponent(canonical)}`
  return {
    status: 200,
    title: words.pageTitle,
    canonical,
    meta: [
      ...rightsOf(post),
      { name: 'description', content: description },
      { name: 'author', content: author },
      ...openGraph({ title, description, type: 'article', url: canonical, ...(card && { image: { ...card, alt } }) }),
      { property: 'article:published_time', content: post.created_at },
      ...(post.edited_at === null ? [] : [{ property: 'article:modified_time', content: post.edited_at }]),
      { property: 'article:author', content: profileAddress(post.creator, origin) },
    ],
    links: post.image === null ? [] : [{ rel: 'alternate', href: embed, type: 'application/json+oembed', title }],
  }
}

function wordsOf({ title: given, description, prompt, alt_text, creator }: PostHead) {
  const author = shorten(creator.display_name, 60)
  const named = shorten(given ?? '', 110) || shorten(prompt ?? '', 110)
  const title = named || `Image ${de(author)}`
  return {
    author,
    title,
    pageTitle: named ? `${named} · ${author} · ${site}` : `${title} · ${site}`,
    description: shorten(description ?? prompt ?? '', 200) || `Une image créée avec l’IA par ${author}.`,
    alt: shorten(alt_text ?? '', 400) || title,
  }
}

function collectionHead(collection: CollectionHead, origin: string): PageHead {
  const canonical = `${origin}/collection/${collection.id}`
  const owner = shorten(collection.owner.display_name, 60)
  const title = shorten(collection.name, 80)
  const description = shorten(collection.description ?? '', 200) || `Une collection ${de(owner)} sur ${site}.`
  const card = collection.image && cardOf(collection.image, origin)
  return {
    status: 200,
    title: `${title} · ${owner} · ${site}`,
    canonical,
    meta: [
      ...(collection.is_indexed ? [] : [noIndex]),
      { name: 'description', content: description },
      { name: 'author', content: owner },
      ...openGraph({
        title,
        description,
        type: 'article',
        url: canonical,
        ...(card && { image: { ...card, alt: title } }),
      }),
    ],
  }
}

function profileHead(profile: ProfileHead, origin: string): PageHead {
  const canonical = profileAddress(profile, origin)
  const name = shorten(profile.display_name, 60)
  const title = profile.username === null ? name : `${name} (@${profile.username})`
  const description = shorten(profile.bio ?? '', 200) || `Les images ${de(name)} sur ${site}.`
  const image = profile.avatar_url === null ? null : { url: ownAddress(profile.avatar_url, origin), alt: name }
  return {
    status: 200,
    title: `${title} · ${site}`,
    canonical,
    meta: [
      ...rightsOf(profile),
      { name: 'description', content: description },
      ...openGraph({ title, description, type: 'profile', url: canonical, ...(image && { image }) }),
      ...(profile.username === null ? [] : [{ property: 'profile:username', content: profile.username }]),
    ],
  }
}

export function profileAddress({ id, username }: { id: string; username: string | null }, origin: string): string {
  return `${origin}/profile/${encodeURIComponent(username ?? id)}`
}

interface Graph {
  readonly title: string
  readonly description: string
  readonly type: 'website' | 'article' | 'profile'
  readonly url?: string
  readonly image?: { readonly url: string; readonly width?: number; readonly height?: number; readonly alt?: string }
}

/** Open Graph (ogp.me) and what X calls a card, which reads the rest from there. */
function openGraph({ title, description, type, url, image }: Graph): Meta[] {
  const facts: Record<string, string | number | undefined> = {
    'og:site_name': site,
    'og:locale': 'fr_FR',
    'og:type': type,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': image?.url,
    'og:image:width': image?.width,
    'og:image:height': image?.height,
    'og:image:alt': image?.alt,
  }
  const said = Object.entries(facts).filter(([, content]) => content !== undefined)
  const card = type === 'article' && image !== undefined ? 'summary_large_image' : 'summary'
  return [
    ...said.map(([property, content]) => ({ property, content: String(content) })),
    { name: 'twitter:card', content: card },
  ]
}
