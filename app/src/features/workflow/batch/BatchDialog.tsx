/** A table, pasted or from a file: what is wrong with it and what it costs are said before it starts. */
import type { InputDefinition, WorkflowInputs } from '@product/contract'
import Download from 'lucide-react/icons/download'
import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'

import { useCredits } from '#entities/credits/use-credits.ts'
import { openTopUp } from '#entities/payment/top-up-place.ts'
import { callWorkflow, explainWorkflowError, WorkflowError } from '#entities/workflow/workflow-api.ts'
import { labelOf } from '#entities/workflow/workflow.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { csvText } from '#ui/file/csv.ts'
import { saveFile } from '#ui/file/save-file.ts'
import { toast } from '#ui/toast/toast.ts'

import type { FormValues } from '../form/form-values.ts'
import { runMessages } from '../run/run.i18n.ts'
import { batchMessages } from './batch.i18n.ts'
import { readTable, type ReadTable, type TableLine } from './read-table.ts'

export interface BatchDialogProps {
  workflowId: string
  inputs: readonly InputDefinition[]
  values: FormValues
  /** Of one line. */
  cost: number
  onStarted: (batchId: string) => void
  onClose: () => void
}

export function BatchDialog({ workflowId, inputs, values, cost, onStarted, onClose }: BatchDialogProps) {
  const m = useMessages(batchMessages)
  const [text, setText] = useState('')
  const [isStarting, setStarting] = useState(false)
  const { data: balance } = useCredits()
  const table = readTable(text, inputs, values)
  const price = cost * table.lines.length
  const missing = balance ? price - balance.available : 0
  const isRight = table.lines.length > 0 && table.columns.length > 0 && faultsOf(table).length === 0
  const start = async () => {
    setStarting(true)
    const batchId = await startBatch(
      workflowId,
      table.lines.map((line) => line.inputs),
    )
    setStarting(false)
    if (batchId !== null) onStarted(batchId)
  }
  const footer = (
    <Button
      variant="primary"
      size="lg"
      wide
      disabled={!isRight || missing > 0}
      busyLabel={isStarting && m.starting}
      onClick={() => void start()}
    >
      {m.start(table.lines.length)}
    </Button>
  )
  return (
    <Dialog title={m.title} size="md" onClose={onClose} footer={footer}>
      <div className="grid gap-4">
        <p className="text-sm text-text-2">{m.help}</p>
        <FileButtons inputs={inputs} values={values} onText={setText} />
        <TextArea
          label={m.table}
          rows={7}
          spellCheck={false}
          className="font-mono text-sm whitespace-pre"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Verdict table={table} isEmpty={text.trim() === ''} />
        {isRight && <p className="text-sm font-semibold">{m.price(price)}</p>}
        {isRight && missing > 0 && <MissingCredits count={missing} />}
      </div>
    </Dialog>
  )
}

function MissingCredits({ count }: { count: number }) {
  const r = useMessages(runMessages)
  const buy = (
    <Button variant="primary" onClick={() => openTopUp(count)}>
      {r.buy}
    </Button>
  )
  return (
    <Alert tone="warning" title={r.missing(count)} action={buy}>
      {r.missingText}
    </Alert>
  )
}

interface FileButtonsProps {
  inputs: readonly InputDefinition[]
  values: FormValues
  onText: (text: string) => void
}

function FileButtons({ inputs, values, onText }: FileButtonsProps) {
  const m = useMessages(batchMessages)
  const field = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    try {
      onText(await readText(file))
    } catch {
      toast({ title: m.unreadable, tone: 'danger' })
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<FileUp aria-hidden="true" className="size-4.5" />} onClick={() => field.current?.click()}>
        {m.file}
      </Button>
      <Button
        variant="line"
        icon={<Download aria-hidden="true" className="size-4.5" />}
        onClick={() => saveFile(new Blob([modelOf(inputs, values)], { type: 'text/csv' }), m.modelName)}
      >
        {m.model}
      </Button>
      <input
        ref={field}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        className="hidden"
        aria-label={m.file}
        onChange={({ target }) => {
          void read(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}

const largestFile = 500_000

/** Spreadsheets of older systems do not write UTF-8. */
async function readText(file: File): Promise<string> {
  if (file.size > largestFile) throw new RangeError('too large')
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes)
    if (text.includes('\0')) throw new TypeError('no text')
    return text
  }
}

function modelOf(inputs: readonly InputDefinition[], values: FormValues): string {
  const fields = inputs.filter(({ kind }) => kind !== 'image')
  const line = fields.map(({ name }) => {
    const value = values[name]
    return typeof value === 'string' ? value : ''
  })
  return csvText(fields.map((field) => labelOf(field)).join(';'), [line])
}

const mostFaults = 5

interface Fault {
  line: number
  field: string
  why: TableLine['problems'][string]
}

function faultsOf({ lines }: ReadTable): Fault[] {
  return lines.flatMap(({ problems }, place) =>
    Object.entries(problems).map(([field, why]) => ({ line: place + 1, field, why })),
  )
}

function Verdict({ table, isEmpty }: { table: ReadTable; isEmpty: boolean }) {
  const m = useMessages(batchMessages)
  if (isEmpty) return null
  if (table.columns.length === 0) return <Alert tone="warning">{m.noColumns}</Alert>
  const faults = faultsOf(table)
  const notes = [
    table.unknown.length > 0 && m.unknown(table.unknown.join(', ')),
    table.beyond > 0 && m.beyond(table.beyond),
  ].filter((note) => note !== false)
  return (
    <>
      {notes.length > 0 && <Alert tone="warning">{notes.join(' ')}</Alert>}
      {faults.length > 0 && (
        <ul className="grid gap-1 text-sm font-medium text-danger-text">
          {faults.slice(0, mostFaults).map(({ line, field, why }) => (
            <li key={`${line} ${field}`}>{m.wrong(line, nameOf(table, field), m[why])}</li>
          ))}
          {faults.length > mostFaults && <li>{m.moreWrong(faults.length - mostFaults)}</li>}
        </ul>
      )}
    </>
  )
}

function nameOf({ columns }: ReadTable, name: string): string {
  const field = columns.find((column) => column.name === name)
  return field ? labelOf(field) : name
}

/** The last that nobody knows the outcome of: pressed again with the same lines, it is one batch. */
let unanswered: { words: string; key: string } | null = null

async function startBatch(workflowId: string, rows: readonly WorkflowInputs[]): Promise<string | null> {
  const m = currentMessages(batchMessages)
  const words = JSON.stringify([workflowId, rows])
  const key = unanswered?.words === words ? unanswered.key : crypto.randomUUID()
  unanswered = { words, key }
  try {
    const given = { workflow_id: workflowId, rows: [...rows], idempotency_key: key }
    const { id } = await callWorkflow('start_workflow_batch', given)
    unanswered = null
    return id
  } catch (error) {
    if (error instanceof WorkflowError && error.status !== 0) unanswered = null
    const isFull = error instanceof WorkflowError && error.code === 'too_many_running'
    toast({ title: m.failed, description: isFull ? m.tooMany : explainWorkflowError(error), tone: 'danger' })
    return null
  }
}
