import type { Hole } from '../hole.ts'

const folder = 'platform/realtime/src/changes'
const threats = 'platform/realtime/tests/changes/threats.db.test.ts'
const test = (title: string, file = threats) => ({ project: 'db', file, title }) as const

export const rowChangesHoles: readonly Hole[] = [
  {
    threat: 'W-01',
    opens: 'row-level security is not asked about',
    file: `${folder}/delivery/dispatcher.ts`,
    find: 'if (!rights.isFiltered) return',
    replace: 'if (rights !== undefined) return',
    test: test('W-01 tells nobody of rows that they may not read'),
  },
  {
    threat: 'W-01',
    opens: 'claims of one listener answer for all',
    file: `${folder}/delivery/judging.ts`,
    find: 'const answer = answers.get(one) ?? null',
    replace: 'const answer = answers.get(claims[0] ?? one) ?? null',
    test: test('W-01 tells nobody of rows that they may not read'),
  },
  {
    threat: 'W-01',
    opens: 'tables outside the publication can be listened to',
    file: `${folder}/open-row-changes.ts`,
    find: 'if (found.length === 0) throw notPublished(interest)',
    replace: '',
    test: test('W-01 refuses tables of auth'),
  },
  {
    threat: 'W-01',
    opens: 'a role without rights on the key is told the row',
    file: `${folder}/delivery/deliveries.ts`,
    find: "if (change.kind !== 'DELETE' && !table.key.every(({ name }) => columns.has(name))) return 401",
    replace: '',
    test: test('W-01 tells a role without rights'),
  },
  {
    threat: 'W-02',
    opens: 'versions that have been overtaken are judged by the row as it is now',
    file: `${folder}/delivery/judging.ts`,
    find: 'return changes.filter((change) => versions.get(change) !== change.xid)',
    replace: 'return changes.filter((change) => versions.size < 0 && change.xid < 0)',
    test: test('W-02 tells of versions that have been overtaken'),
  },
  {
    threat: 'W-02',
    opens: 'versions within one transaction are judged by its last',
    file: `${folder}/delivery/dispatcher.ts`,
    find: 'if (later.has(row)) superseded.add(change)',
    replace: '',
    test: test('W-02 tells nobody of an update that hides the row'),
  },
  {
    threat: 'W-02',
    opens: 'deletes are told to everybody although the log has the whole row',
    file: `${folder}/delivery/judging.ts`,
    find: 'isDecidable.has(change) ? seen(claims, change)',
    replace: "isDecidable.has(change) ? change.kind === 'DELETE' || seen(claims, change)",
    test: test('W-02 tells of a delete only the key'),
  },
  {
    threat: 'W-02',
    opens: "the operator's wish about deletes is not heard",
    file: `${folder}/delivery/judging.ts`,
    find: "change.kind === 'DELETE' && judges.tellsUnseenDeletes",
    replace: "change.kind === 'DELETE' && judges !== undefined",
    test: test('W-02 tells nobody of deletes that cannot be judged'),
  },
  {
    threat: 'W-02',
    opens: 'the old row is told to whoever sees the new one',
    file: `${folder}/delivery/frame-data.ts`,
    find: "['old_record', objectOf(told(old, view.isOldCut))]",
    replace: "['old_record', objectOf(told(old, false))]",
    test: test('W-02 cuts the old row to its key'),
  },
  {
    threat: 'W-03',
    opens: 'columns without a grant are told',
    file: `${folder}/delivery/frame-data.ts`,
    find: 'view.columns.has(name) && ',
    replace: '',
    test: test('W-03 leaves out columns'),
  },
  {
    threat: 'W-04',
    opens: 'the token of the beginning stays in force',
    file: `${folder}/open-row-changes.ts`,
    find: 'subscription.audience = toKnownAudience(next)',
    replace: '',
    test: test('W-04 judges by the newest token only'),
  },
  {
    threat: 'W-04',
    opens: 'the question is asked as its owner and not as the people',
    sql: `create or replace function realtime.ask_each(role_name text, claims text[], question text, arguments text)
      returns setof int[] language plpgsql security definer as $$
      declare answer int[];
      begin
        execute 'prepare as_owner as ' || question;
        execute 'execute as_owner(' || arguments || ')' into answer;
        deallocate as_owner;
        return query select answer from unnest(claims);
      end $$`,
    test: test('W-04 stops telling whoever is removed'),
  },
  {
    threat: 'changes-once',
    opens: 'a stream that begins anew tells again what was told',
    file: `${folder}/decoding/transactions.ts`,
    find: 'if (commit <= this.#done) return',
    replace: '',
    test: test(
      'loses and repeats nothing when its connection is ended',
      'platform/realtime/tests/changes/resilience.db.test.ts',
    ),
  },
]
