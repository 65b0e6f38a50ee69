/** Making and changing a service: what is typed is kept on the device until the server has it. */
import type { Service } from '@product/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { saveService } from '#entities/commission/service/service-acts.ts'
import { serviceQueries, refreshServices } from '#entities/commission/service/service-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { useParams } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { toast } from '#ui/toast/toast.ts'

import { ServicesUnread } from '../ServicesUnread.tsx'
import { editorMessages } from './editor.i18n.ts'
import { dropDraft, keepDraft, newDraft, readDraft } from './service-drafts.ts'
import { blankSheet, detailsOf, fields, sheetOf, wrongFields, type Field, type ServiceSheet } from './service-sheet.ts'
import { SheetFields } from './SheetFields.tsx'

export function NewServiceView() {
  const m = useMessages(editorMessages)
  usePageTitle(m.newTitle)
  return <Sheet key={newDraft} draft={newDraft} service={null} title={m.newTitle} />
}

export function EditServiceView() {
  const m = useMessages(editorMessages)
  const { id } = useParams(paths.editService)
  const userId = useUserId()
  const { data, isError } = useQuery(serviceQueries.mine(userId))
  usePageTitle(m.editTitle)
  const service = data?.find((one) => one.id === id)
  if (service) return <Sheet key={id} draft={id} service={service} title={m.editTitle} />
  return (
    <div className="page grid gap-5 pb-10">
      <h1>{m.editTitle}</h1>
      {data ? <Alert tone="warning">{m.gone}</Alert> : isError ? <ServicesUnread /> : <Skeleton className="h-160" />}
    </div>
  )
}

interface SheetProps {
  draft: string
  service: Service | null
  title: string
}

function Sheet({ draft, service, title }: SheetProps) {
  const m = useMessages(editorMessages)
  const form = useRef<HTMLFormElement>(null)
  const [kept] = useState(() => readDraft(draft))
  const [isRecovered, setRecovered] = useState(kept !== null)
  const [sheet, setSheet] = useState(kept ?? (service ? sheetOf(service) : blankSheet))
  const [wrong, setWrong] = useState<readonly Field[]>([])
  const change = (part: Partial<ServiceSheet>) => {
    const next = { ...sheet, ...part }
    keepDraft(draft, next)
    setSheet(next)
    // What was told is taken back as soon as it is right; nothing new is told before the next try.
    setWrong((told) => told.filter((field) => wrongFields(next).includes(field)))
  }
  const startOver = () => {
    dropDraft(draft)
    setSheet(service ? sheetOf(service) : blankSheet)
    setRecovered(false)
    setWrong([])
  }
  const tell = (told: readonly Field[]) => {
    setWrong(told)
    // The sentences are there after the next paint.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  const save = useMutation({
    mutationFn: () => saveService(detailsOf(sheet), service?.id ?? null),
    onSuccess: ({ id }) => {
      dropDraft(draft)
      void refreshServices()
      toast({ title: service ? m.saved : m.published })
      navigate({ to: paths.service, params: { id } })
    },
    onError: (error) => tell(fieldOf(error)),
  })
  return (
    <form
      ref={form}
      noValidate
      className="page grid max-w-200 gap-5 pb-10"
      onSubmit={(event) => {
        event.preventDefault()
        const told = wrongFields(sheet)
        if (told.length === 0) save.mutate()
        else tell(told)
      }}
    >
      <h1>{title}</h1>
      {isRecovered && (
        <Alert
          tone="info"
          title={m.recovered}
          action={
            <Button size="sm" variant="ghost" onClick={startOver}>
              {m.startOver}
            </Button>
          }
        >
          {m.recoveredText}
        </Alert>
      )}
      <SheetFields sheet={sheet} wrong={wrong} onChange={change} />
      {wrong.length > 0 && <Alert tone="danger">{m.wrongCount(wrong.length)}</Alert>}
      {save.isError && wrong.length === 0 && <Refused error={save.error} />}
      <div className="grid justify-items-start gap-2">
        <Button type="submit" variant="primary" size="lg" busyLabel={save.isPending && m.saving}>
          {service ? m.save : m.publish}
        </Button>
        <p className="text-xs text-text-3">{m.kept}</p>
      </div>
    </form>
  )
}

function Refused({ error }: { error: unknown }) {
  const m = useMessages(editorMessages)
  const hint = error instanceof DataError ? error.hint : undefined
  const sentences: Record<string, string> = {
    service_limit: m.limit,
    service_unknown: m.gone,
    not_a_creator: m.notCreator,
    teen_mode: m.teenMode,
  }
  const toArea = (
    <Link to={paths.creator} className={buttonClass({ size: 'sm', variant: 'line' })}>
      {m.openArea}
    </Link>
  )
  return (
    <Alert tone="danger" action={hint === 'not_a_creator' && toArea}>
      {sentences[hint ?? ''] ?? m.failed}
    </Alert>
  )
}

/** Which field the server refused: a sample may have been hidden meanwhile. */
function fieldOf(error: unknown): Field[] {
  if (!(error instanceof DataError) || error.hint !== 'service_invalid') return []
  return fields.filter((field) => field === error.details)
}
