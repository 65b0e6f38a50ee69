import type { Hole } from '../hole.ts'

const sending = { project: 'db', file: 'supabase/tests/notifications/notification-sending.test.ts' } as const
const told = { project: 'db', file: 'supabase/tests/notifications/notifications.test.ts' } as const
const pushed = { project: 'db', file: 'supabase/tests/notifications/notification-push.test.ts' } as const
const call = 'supabase/functions/send-notification/index.ts'

export const notificationHoles: readonly Hole[] = [
  {
    threat: 'F-12',
    opens: 'whoever is named counts as the caller: anybody tells anybody anything',
    file: call,
    find: 'p_caller: caller.userId',
    replace: 'p_caller: notice.userId',
    test: { ...sending, title: 'F-12 one tells oneself' },
  },
  {
    threat: 'F-12',
    opens: 'a path that browsers read as another host',
    file: 'supabase/functions/_shared/contract/src/notification-path.ts',
    find: String.raw`/^\/(?![/\\])[^\s\\\p{C}]*$/u`,
    replace: String.raw`/^\//u`,
    test: { ...sending, title: 'F-12 another site without its scheme' },
  },
  {
    threat: 'F-12',
    opens: 'a thousand calls a minute',
    file: call,
    find: 'callsPerMinute = 30',
    replace: 'callsPerMinute = 30_000',
    test: { ...sending, title: 'F-12 thirty calls a minute' },
  },
  {
    threat: 'push-address',
    opens: 'the server posts to whatever address a client names',
    file: 'supabase/functions/push-worker/send-push.ts',
    find: 'return readSetting(pushSettings.services).some(',
    replace: 'return true || readSetting(pushSettings.services).some(',
    test: { ...sending, title: 'an address that is no push service never' },
  },
  {
    threat: 'told-of-others',
    opens: 'anybody takes back what another is told',
    sql: `create or replace function public.forget_watched_generation(generation uuid) returns void
      language sql security definer set search_path = '' as $$
        delete from public.notifications n where n.data ->> 'generation_id' = forget_watched_generation.generation::text $$`,
    test: { ...told, title: 'the end of a generation is told, unless its owner cancelled it' },
  },
  {
    threat: 'push-taken',
    opens: 'whoever knows the address of a browser turns it to themselves',
    sql: `create or replace function public.save_push_subscription(endpoint text, p256dh text, auth_key text, user_agent text default null)
      returns uuid language sql security definer set search_path = '' as $$
        insert into public.push_subscriptions (user_id, endpoint, p256dh, auth) values (auth.uid(), endpoint, p256dh, auth_key)
        on conflict on constraint push_subscriptions_endpoint_key do update set user_id = auth.uid(), p256dh = excluded.p256dh
        returning id $$`,
    test: { ...pushed, title: 'its address alone takes it from nobody' },
  },
  {
    threat: 'notify-blocked',
    opens: 'those whom one blocked go on being told of',
    sql: `create or replace function app.is_notification_muted(p_user uuid, p_actor uuid, p_data jsonb) returns boolean
      language sql stable as $$ select false $$`,
    test: { ...told, title: 'is not told of those whom they blocked' },
  },
]
