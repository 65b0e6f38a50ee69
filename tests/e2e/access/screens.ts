/** Every screen and most dialogs, as somebody of the staff sees them in a house where there is one of everything. */
import type { Session } from '@supabase/supabase-js'

import { member } from '../../support/people.ts'
import type { RunningSystem } from '../../support/start-system.ts'
import { clientOf, keepWorkflow } from '../../support/workflows.ts'
import { offerService } from '../commissions/order-people.ts'
import { serviceOf } from '../support/published-posts.ts'

export interface House {
  readonly session: Session
  /** For whoever has no session. */
  readonly open: readonly string[]
  readonly members: readonly string[]
}

interface Things {
  readonly own: string
  readonly post: string
  readonly collection: string
  readonly service: string
  readonly workflow: string
}

export async function furnish(system: RunningSystem): Promise<House> {
  const session = await member(system, { staff: true })
  const own = session.user.id
  const asService = serviceOf(system)
  const client = clientOf(system, session.access_token)
  const service = await offerService(system, session)
  const words = { hashtags: 'lagune,wax', title: 'La lagune', description: 'Au bord de l’eau' }
  const { data: posts } = await asService
    .from('feed_posts')
    .update(words)
    .eq('creator_id', own)
    .select('id')
    .throwOnError()
  const post = String(posts[0]?.['id'])
  const shelf = { owner_id: own, name: 'Lagunes', visibility: 'public' }
  const { data: shelves } = await asService.from('collections').insert(shelf).select('id').throwOnError()
  await client.from('post_comments').insert({ post_id: post, body: 'Très beau' }).throwOnError()
  const workflow = await keepWorkflow(client, { title: 'Affiche', steps: 3 })
  const things = { own, post, collection: String(shelves[0]?.['id']), service, workflow }
  return { session, open: openPages(things), members: [...pages(things), ...dialogs(things)] }
}

const openPages = ({ post, own }: Things) => [
  '/',
  `/post/${post}`,
  `/profile/${own}`,
  '/auth',
  '/signup',
  '/terms',
  '/privacy',
  '/transparency',
  '/leaders',
  '/nowhere',
]

const pages = ({ post, collection, service, workflow }: Things) => [
  '/',
  `/post/${post}`,
  '/tag/lagune',
  `/collection/${collection}`,
  '/profile',
  '/workflow',
  `/workflow/${workflow}`,
  '/payment',
  '/payment?tab=history',
  '/payment?tab=gifts',
  '/commissions',
  '/services',
  '/services/mine',
  '/services/new',
  `/services/${service}`,
  `/commissions/new?service=${service}`,
  '/messages',
  '/stats',
  '/notifications',
  '/creator',
  '/challenges',
  '/moderation',
  '/account',
  ...['profile', 'security', 'privacy', 'messages', 'notifications', 'content', 'display', 'data', 'about'].map(
    (section) => `/account?section=${section}`,
  ),
]

const dialogs = ({ own, post }: Things) =>
  [
    'create',
    `remix&post=${post}`,
    `viewer&post=${post}`,
    'search',
    'search&q=lagune',
    'edit-profile',
    'first-steps',
    'accounts',
    `lineage&post=${post}`,
    'images',
    `people&of=${own}&list=followers`,
    `qr&user=${own}`,
    `report&kind=post&id=${post}`,
    `share&post=${post}`,
    `edit-post&post=${post}`,
    `post-stats&post=${post}`,
    `collections&post=${post}`,
    'write',
    'waiting',
    'shortcuts',
    'message-keys',
  ].map((dialog) => `/?modal=${dialog}`)
