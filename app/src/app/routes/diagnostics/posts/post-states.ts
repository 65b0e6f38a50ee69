/** Cards as they may come, one of each: nobody's, with pictures that are drawn on the spot. */
import type { Post } from '#entities/post/post.ts'

export type PostState =
  | 'square'
  | 'portrait'
  | 'landscape'
  | 'withWords'
  | 'bare'
  | 'longPrompt'
  | 'sensitive'
  | 'remix'
  | 'orphan'
  | 'broken'
  | 'rightToLeft'
  | 'liked'
  | 'thousands'
  | 'millions'
  | 'demo'
  | 'hidden'

const creator = {
  id: '00000000-0000-7000-8000-000000000001',
  username: 'awa',
  displayName: 'Awa Sanogo',
  avatarUrl: null,
}
const other = { id: '00000000-0000-7000-8000-000000000002', username: null, displayName: 'Kossi Mensah' }

const square: Omit<Post, 'id'> = {
  creator,
  prompt: 'Un marché de Cotonou au lever du soleil',
  title: null,
  description: null,
  hashtags: [],
  image: drawn(1024, 1024, '#27348b'),
  altText: 'Un carré indigo',
  likesCount: 1,
  commentsCount: 0,
  createdAt: '2026-11-21T10:00:00.000Z',
  mode: 'normal',
  engine: 'builtin',
  isLiked: false,
  isSaved: false,
  savesCount: 0,
  rating: 0,
  status: 'published',
  visibility: 'public',
  commentsPolicy: 'everyone',
  reasons: [],
  cursor: null,
  isHidden: false,
  remixOf: null,
  remixesCount: 0,
}

const differences: Readonly<Record<PostState, Partial<Post>>> = {
  square: {},
  portrait: { image: drawn(1024, 1280, '#b8432a') },
  landscape: { image: drawn(1280, 720, '#2f6f5e') },
  withWords: {
    title: 'Matin au marché',
    description: 'Trois essais avant celui-ci, la brume était trop dense.',
    hashtags: ['cotonou', 'marché', 'wax'],
    commentsCount: 12,
  },
  bare: { prompt: '', creator: { ...creator, username: null } },
  longPrompt: { prompt: 'Une pirogue seule sur la lagune, pluie fine, estampe, brume au loin. '.repeat(8).trim() },
  sensitive: { rating: 2 },
  remix: { remixOf: { postId: creator.id, creator: other } },
  orphan: { remixOf: { postId: creator.id, creator: null } },
  broken: { image: { ...drawn(1024, 768, ''), url: 'data:image/png;base64,AAAA' } },
  rightToLeft: { prompt: 'سوق في الصباح، ضباب خفيف وأقمشة ملونة' },
  liked: { isLiked: true, isSaved: true, likesCount: 999 },
  thousands: { likesCount: 12_400, commentsCount: 3200 },
  millions: {
    likesCount: 1_200_000,
    creator: { ...creator, displayName: 'Un nom qui tient à peine sur une ligne de téléphone' },
  },
  demo: { creator: { ...creator, isDemo: true }, likesCount: 0 },
  hidden: { isHidden: true },
}

export const postStates = Object.entries(differences).map(([state, difference], index) => ({
  state: state as PostState,
  post: { ...square, id: `00000000-0000-7000-9000-${String(index).padStart(12, '0')}`, ...difference } satisfies Post,
}))

function drawn(width: number, height: number, colour: string): Post['image'] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour}"/><circle cx="50%" cy="50%" r="30%" fill="#e2a23a"/></svg>`
  return { url: `data:image/svg+xml,${encodeURIComponent(svg)}`, width, height, thumbhash: null }
}
