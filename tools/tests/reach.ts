/** What a change can reach beyond the import graph: rooms of the database tests by schema and function, of the browser tests by screen. */

/** Folders of tests; empty where a change reaches none of the kind. */
export interface Reach {
  readonly db: ReadonlySet<string>
  readonly e2e: ReadonlySet<string>
  /** Files of which nothing is known: only a whole run tells what they change. */
  readonly unknown: readonly string[]
}

type Room = Readonly<{ under: RegExp; db?: readonly string[]; e2e?: readonly string[] }>

/** The first that fits says it. */
const rooms: readonly Room[] = [
  { under: /^(?:docs|tests\/house|tests\/holes|tests\/bench|tools|engine)\/|\.md$|\.test\.tsx?$|\.conformance\.ts$/ },
  { under: /^tests\/e2e\/(?:support|tsconfig)|^tests\/support\//, e2e: [''] },
  ...['account', 'feed', 'making', 'messages', 'safety', 'shell'].map((room) => ({
    under: new RegExp(`^tests/e2e/${room}/`),
    e2e: [room],
  })),
  { under: /^supabase\/tests\/|^supabase\/seed\// },
  { under: /^supabase\/schemas\/10_/, db: ['people', 'rights', 'database'], e2e: ['account'] },
  { under: /^supabase\/schemas\/20_/, db: ['ledger', 'making', 'rights', 'database'] },
  { under: /^supabase\/schemas\/3\d_/, db: ['making', 'rights', 'database'], e2e: ['making'] },
  { under: /^supabase\/schemas\/(?:4|5)\d_/, db: ['feed', 'people', 'rights', 'database'], e2e: ['feed'] },
  { under: /^supabase\/schemas\/60_/, db: ['notifications', 'rights', 'database'], e2e: ['feed'] },
  { under: /^supabase\/schemas\/65_/, db: ['moderation', 'feed', 'rights', 'database'], e2e: ['safety'] },
  { under: /^supabase\/schemas\/70_/, db: ['messages', 'rights', 'database'], e2e: ['messages'] },
  { under: /^supabase\/(?:schemas|migrations)\//, db: [''] },
  { under: /^supabase\/functions\/(?:account-|export-)|_shared\/account\//, db: ['people'], e2e: ['account'] },
  { under: /^supabase\/functions\/(?:feed-|post-|link-)|_shared\/pages\//, db: ['feed'], e2e: ['feed'] },
  { under: /^supabase\/functions\/message-/, db: ['messages'], e2e: ['messages'] },
  { under: /^supabase\/functions\/moderation-/, db: ['moderation'], e2e: ['safety'] },
  { under: /^supabase\/functions\/(?:push-|send-)/, db: ['notifications', 'messages'], e2e: ['feed', 'messages'] },
  { under: /^supabase\/functions\/cortexia-|_shared\/intelligence\//, db: ['functions'], e2e: ['making'] },
  {
    under: /^supabase\/functions\/(?:generation-|v0-|workflow-|_shared\/(?:generation|image-engines|workflows)\/)/,
    db: ['making', 'engines'],
    e2e: ['making'],
  },
  { under: /^supabase\//, db: [''] },
  {
    under: /^app\/src\/(?:features|entities)\/(?:home-feed|lineage|notifications?|post|comment|search|share|viewer)\//,
    e2e: ['feed'],
  },
  {
    under:
      /^app\/src\/(?:features|entities)\/(?:create|credits|generation|image|intelligence|my-images|prompt|workflow)\//,
    e2e: ['making'],
  },
  { under: /^app\/src\/(?:crypto\/|(?:features|entities)\/(?:message|conversation))/, e2e: ['messages'] },
  { under: /^app\/src\/(?:features|entities)\/(?:profile|security|settings|sign-in|session)\//, e2e: ['account'] },
  { under: /^app\/src\/(?:features|entities)\/(?:moderation|report)\//, e2e: ['safety'] },
  { under: /^app\/src\/features\/shortcuts\//, e2e: ['shell'] },
  { under: /^app\//, e2e: [''] },
  // Which tests ask a part of the platform is what the import graph says; of the browser's, those of the frame.
  { under: /^platform\//, e2e: ['shell'] },
]

export function reachOf(files: readonly string[]): Reach {
  const found = files.map((file) => ({ file, room: rooms.find(({ under }) => under.test(file)) }))
  return {
    db: new Set(found.flatMap(({ room }) => room?.db ?? [])),
    e2e: new Set(found.flatMap(({ room }) => room?.e2e ?? [])),
    unknown: found.flatMap(({ file, room }) => (room === undefined ? [file] : [])),
  }
}
