/** A workflow is written as a list: what it is, what it asks for, its steps. It is never written as a graph. */
import type { WorkflowReading } from '@product/contract'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Redo2 from 'lucide-react/icons/redo-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'

import { useOnline } from '#data/network.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { tellHeight } from '#ui/screen/tell-height.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'
import { toast } from '#ui/toast/toast.ts'

import { startValues, type FormValues } from '../form/form-values.ts'
import { WorkflowForm } from '../form/WorkflowForm.tsx'
import type { EditedInput } from './edited-workflow.ts'
import { editorMessages } from './editor.i18n.ts'
import { AboutFields } from './fields/AboutFields.tsx'
import { FieldsSection } from './fields/FieldsSection.tsx'
import { IdeaCard } from './IdeaCard.tsx'
import { StepsSection } from './steps/StepsSection.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { useEditor, type Editor } from './use-editor.ts'
import { useSaving, type Saving } from './use-saving.ts'

const tellFoot = tellHeight('--foot-h')

export function WorkflowEditor({ reading }: { reading: WorkflowReading | null }) {
  const m = useMessages(editorMessages)
  const editor = useEditor(reading)
  const { workflow, edit } = editor
  const { isDesktop } = useScreenSize()
  const { problem, isSaving, save } = useSaving(editor)
  const title = reading ? m.editTitle : m.newTitle
  usePageTitle(title)
  useEditorKeys({ undo: editor.undo, redo: editor.redo, save })
  const isEmpty = workflow.steps.length === 0 && workflow.inputs.length === 0
  return (
    <div className="grid gap-5">
      <Heading title={title} id={reading?.workflow.id ?? null} editor={editor} />
      {editor.recovered && editor.isChanged && <Recovered editor={editor} />}
      {problem && (
        <Alert tone="danger" title={m.toFix} action={<Button onClick={showProblem}>{m.show}</Button>}>
          {problem.words}
        </Alert>
      )}
      <div className="grid items-start gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="grid gap-8">
          <AboutFields workflow={workflow} problem={problem} edit={edit} />
          {isEmpty && <IdeaCard edit={edit} />}
          <FieldsSection workflow={workflow} problem={problem} edit={edit} undo={editor.undo} />
          <StepsSection workflow={workflow} problem={problem} edit={edit} undo={editor.undo} />
          {isDesktop && <p className="text-xs text-text-3">{m.keys}</p>}
        </div>
        {isDesktop && <FormPreview inputs={workflow.inputs} />}
      </div>
      <SaveBar isChanged={editor.isChanged} isSaving={isSaving} save={save} />
    </div>
  )
}

interface SaveBarProps extends Omit<Saving, 'problem'> {
  isChanged: boolean
}

/** Always at hand: what is kept where, and the one latérite of the screen. */
function SaveBar({ isChanged, isSaving, save }: SaveBarProps) {
  const m = useMessages(editorMessages)
  const isOnline = useOnline()
  return (
    <div
      ref={tellFoot}
      className="sticky bottom-[calc(var(--bar-h)+env(safe-area-inset-bottom))] z-(--z-sticky) -mx-(--gutter) flex items-center gap-3 border-t border-line bg-bg px-(--gutter) py-3 md:bottom-0 md:mx-0 md:px-0"
    >
      <p role="status" className="min-w-0 flex-1 text-xs text-text-3">
        {isChanged ? (isOnline ? m.kept : m.offline) : m.saved}
      </p>
      <Button
        variant="primary"
        size="lg"
        disabled={!isOnline || !isChanged}
        busyLabel={isSaving && m.saving}
        onClick={save}
      >
        {m.save}
      </Button>
    </div>
  )
}

function Heading({ title, id, editor }: { title: string; id: string | null; editor: Editor }) {
  const m = useMessages(editorMessages)
  const back = 'inline-flex min-h-11 items-center gap-1 pr-3 -ml-1.5 text-sm text-text-2 hover:text-text'
  const arrow = <ChevronLeft aria-hidden="true" className="size-4.5" />
  return (
    <div className="grid gap-1">
      <div className="flex items-center">
        <span className="flex-1">
          {id === null ? (
            <Link to={paths.workflows} className={back}>
              {arrow}
              {m.backToList}
            </Link>
          ) : (
            <Link to={paths.workflow} params={{ id }} className={back}>
              {arrow}
              {m.back}
            </Link>
          )}
        </span>
        <IconButton
          label={m.undo}
          icon={<Undo2 aria-hidden="true" className="size-5" />}
          disabled={!editor.canUndo}
          onClick={editor.undo}
          className="disabled:text-line-strong"
        />
        <IconButton
          label={m.redo}
          icon={<Redo2 aria-hidden="true" className="size-5" />}
          disabled={!editor.canRedo}
          onClick={editor.redo}
          className="disabled:text-line-strong"
        />
      </div>
      <h1>{title}</h1>
    </div>
  )
}

function Recovered({ editor }: { editor: Editor }) {
  const m = useMessages(editorMessages)
  const discard = () => {
    editor.discard()
    toast({ title: m.discarded })
  }
  return (
    <Alert tone="warning" title={m.recovered} action={<Button onClick={discard}>{m.discard}</Button>}>
      {editor.recovered?.isOld ? m.newer : m.recoveredText}
    </Alert>
  )
}

function showProblem(): void {
  const wrong = document.querySelector<HTMLElement>('[data-problem] [data-open], [data-problem] [aria-invalid]')
  wrong?.scrollIntoView({ block: 'center' })
  wrong?.click()
  wrong?.focus()
}

/** The form as it will be; what is tried in it is not kept. */
function FormPreview({ inputs }: { inputs: readonly EditedInput[] }) {
  const m = useMessages(editorMessages)
  const [tried, setTried] = useState<FormValues>({})
  return (
    <aside aria-labelledby="preview" className="card grid gap-4 lg:sticky lg:top-6">
      <div>
        <h2 id="preview" className="text-lg">
          {m.preview}
        </h2>
        <p className="text-xs text-text-3">{m.previewHelp}</p>
      </div>
      <WorkflowForm
        inputs={inputs}
        values={{ ...startValues(inputs), ...tried }}
        problems={{}}
        onChange={(name, change) =>
          setTried((before) => ({ ...before, [name]: change(before[name] ?? startValues(inputs)[name] ?? '') }))
        }
      />
    </aside>
  )
}
