/** What one earned in a year, for one's books: gross, fees and net, line by line. */
import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'

import type { Selected } from '#data/question.ts'
import { readToEnd } from '#data/reach/read-to-end.ts'
import { useUserId } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'
import { read } from '#data/wire.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { csvText } from '#ui/file/csv.ts'
import { saveFile } from '#ui/file/save-file.ts'
import { toast } from '#ui/toast/toast.ts'

import { earningsQueries } from './earnings-queries.ts'
import { earningsMessages } from './earnings.i18n.ts'

export function Statement() {
  const m = useMessages(earningsMessages)
  const [present] = useState(() => new Date().getUTCFullYear())
  const [chosen, setChosen] = useState(present)
  const { data: known = [] } = useQuery(earningsQueries.years(useUserId()))
  // The page was open over New Year, or nothing came in this year yet: the last one is there all the same.
  const years = [...new Set([present, ...known])].toSorted((one, other) => other - one)
  const year = years.includes(chosen) ? chosen : present
  const failed = { onError: () => toast({ title: m.statementFailed, tone: 'danger' as const }) }
  const pdf = useMutation({ mutationFn: () => savePdf(year), ...failed })
  const csv = useMutation({ mutationFn: () => saveCsv(year), ...failed })
  return (
    <section aria-labelledby="earnings-statement" className="flex flex-wrap items-center gap-2">
      <h2 id="earnings-statement" className="mr-2 text-base">
        {m.statement} {years.length === 1 && year}
      </h2>
      {years.length > 1 && (
        <SelectField
          label={m.year}
          hideLabel
          value={String(year)}
          options={years.map((of) => ({ value: String(of), label: String(of) }))}
          onChange={({ target }) => setChosen(Number(target.value))}
        />
      )}
      <Button size="sm" busyLabel={pdf.isPending && m.pdf} onClick={() => pdf.mutate()}>
        <Download aria-hidden="true" className="size-4" />
        {m.pdf}
      </Button>
      <Button size="sm" busyLabel={csv.isPending && m.csv} onClick={() => csv.mutate()}>
        <Download aria-hidden="true" className="size-4" />
        {m.csv}
      </Button>
    </section>
  )
}

async function savePdf(year: number): Promise<void> {
  const { functions } = await supabase()
  const { data, error } = await functions.invoke<Blob>(`earnings-statement?year=${year}`, { method: 'GET' })
  if (error) throw error
  saveFile(new Blob([data ?? ''], { type: 'application/pdf' }), `gains-${year}.pdf`)
}

/** As many as one answer has at most. */
const pageLength = 1000
const columns = 'id,source,gross,fee,taken_back,amount,state,created_at,release_at,post_id'
type Line = Selected<'my_earnings', typeof columns>

async function saveCsv(year: number): Promise<void> {
  const rows = await readToEnd<Line>(pageLength, (last) =>
    read('my_earnings', columns, {
      and: `(created_at.gte.${year}-01-01T00:00:00Z,created_at.lt.${year + 1}-01-01T00:00:00Z)`,
      ...(last && { id: `gt.${last.id}` }),
      order: 'id',
      limit: pageLength,
    }),
  )
  const text = csvText(
    'date;source;reference;montant;frais;rendu;net;etat;disponible_le',
    rows.map((row) => [
      row.created_at.slice(0, 10),
      row.source,
      row.post_id ?? row.id,
      row.gross,
      row.fee,
      row.taken_back,
      row.amount,
      row.state,
      row.release_at.slice(0, 10),
    ]),
  )
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `gains-${year}.csv`)
}
