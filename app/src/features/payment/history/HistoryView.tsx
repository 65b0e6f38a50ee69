import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import FileText from 'lucide-react/icons/file-text'

import { supabase } from '#data/supabase.ts'
import { fetchStatement } from '#entities/credits/credit-queries.ts'
import { isOpen, paymentQueries } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { saveFile } from '#ui/file/save-file.ts'
import { toast } from '#ui/toast/toast.ts'

import { creditsMessages } from '../ledger/credits.i18n.ts'
import { creditsCsv } from './credits-csv.ts'
import { historyMessages } from './history.i18n.ts'
import type { HistoryFilter } from './lines.ts'
import { Purchases } from './Purchases.tsx'
import { Statement } from './Statement.tsx'

const filters = ['all', 'purchases', 'spending', 'earned', 'gifts'] as const

/** Every movement of one's credits, newest first; among purchases also those that came to nothing. */
export function HistoryView({ userId }: { userId: string }) {
  const m = useMessages(historyMessages)
  const { search } = usePlace()
  const filter = filters.find((known) => known === search['show']) ?? 'all'
  const show = (next: HistoryFilter) => changeSearch({ show: next === 'all' ? undefined : next }, { replace: true })
  return (
    <div className="grid max-w-200 gap-4">
      <OpenPayment userId={userId} />
      <SegmentedControl
        label={m.filters}
        value={filter}
        options={filters.map((value) => ({ value, label: m[value] }))}
        onChange={show}
        className="w-full overflow-x-auto sm:w-136"
      />
      {filter === 'purchases' ? (
        <Purchases userId={userId} />
      ) : (
        <Statement key={filter} userId={userId} filter={filter} />
      )}
      <div className="-ml-4.5 flex flex-wrap">
        <CsvButton />
        <SignedButton />
      </div>
    </div>
  )
}

/** A payment that waits for whoever pays is the first thing that they want to see. */
function OpenPayment({ userId }: { userId: string }) {
  const m = useMessages(historyMessages)
  const { data } = useQuery(paymentQueries.own(userId))
  const open = data?.find(isOpen)
  if (!open) return null
  const follow = (
    <Link to={paths.paymentSuccess} search={{ p: open.id }} className={buttonClass({ size: 'sm', variant: 'line' })}>
      {m.follow}
    </Link>
  )
  return (
    <Alert tone="info" action={follow}>
      {m.openTitle}
    </Alert>
  )
}

function CsvButton() {
  const m = useMessages(historyMessages)
  const words = useMessages(creditsMessages)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const csv = creditsCsv(await fetchStatement(), {
        head: m.csvHead,
        kindOf: ({ kind, why }) => words.kind(kind, why),
        accountOf: ({ account }) => words[account],
      })
      saveFile(
        new Blob([csv], { type: 'text/csv;charset=utf-8' }),
        `${m.csvName}-${new Date().toISOString().slice(0, 10)}.csv`,
      )
    },
    onError: () => toast({ title: m.csvFailed, tone: 'danger' }),
  })
  return (
    <Button
      variant="ghost"
      icon={<Download aria-hidden="true" className="size-4.5" />}
      busyLabel={isPending && m.csvBusy}
      onClick={() => mutate()}
    >
      {m.csv}
    </Button>
  )
}

/** This month's lines as a file that whoever is shown it can have verified. */
function SignedButton() {
  const m = useMessages(historyMessages)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const to = new Date().toISOString().slice(0, 10)
      const from = `${to.slice(0, 8)}01`
      saveFile(await fetchSigned(from, to), `${m.csvName}-${to.slice(0, 7)}.pdf`)
    },
    onError: () => toast({ title: m.csvFailed, tone: 'danger' }),
  })
  return (
    <Button
      variant="ghost"
      icon={<FileText aria-hidden="true" className="size-4.5" />}
      busyLabel={isPending && m.csvBusy}
      onClick={() => mutate()}
    >
      {m.signed}
    </Button>
  )
}

async function fetchSigned(from: string, to: string): Promise<Blob> {
  const { functions } = await supabase()
  const { data, error } = await functions.invoke<Blob>(`credit-statement?from=${from}&to=${to}`, { method: 'GET' })
  if (error !== null) throw error
  if (!(data instanceof Blob)) throw new Error('The statement is no file')
  return data
}
