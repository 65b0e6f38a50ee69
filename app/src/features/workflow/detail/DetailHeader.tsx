import type { WorkflowReading } from '@product/contract'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import { Suspense, useState } from 'react'

import { callWorkflow, explainWorkflowError } from '#entities/workflow/workflow-api.ts'
import { refreshWorkflows } from '#entities/workflow/workflow-queries.ts'
import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { wordsOf } from '#entities/workflow/workflow.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { lazy } from '#ui/lazy.ts'
import { Menu } from '#ui/menu/Menu.tsx'
import { toast } from '#ui/toast/toast.ts'

import { detailMessages } from './detail.i18n.ts'

const ShareDialog = lazy(async () => (await import('./ShareDialog.tsx')).ShareDialog)
const VersionsDialog = lazy(async () => (await import('./VersionsDialog.tsx')).VersionsDialog)

export interface DetailHeaderProps {
  reading: WorkflowReading
  isMine: boolean
  isOffline: boolean
}

const icon = { 'aria-hidden': true, className: 'size-4.5' } as const

export function DetailHeader({ reading, isMine, isOffline }: DetailHeaderProps) {
  const m = useMessages(detailMessages)
  const [asked, setAsked] = useState<'share' | 'versions' | null>(null)
  const [isCopying, setCopying] = useState(false)
  const { id } = reading.workflow
  const duplicate = async () => {
    setCopying(true)
    await duplicateWorkflow(id)
    setCopying(false)
  }
  return (
    <header className="grid gap-4">
      <Link
        to={paths.workflows}
        className="-ml-1.5 inline-flex min-h-11 items-center gap-1 justify-self-start pr-3 text-sm text-text-2 hover:text-text"
      >
        <ChevronLeft aria-hidden="true" className="size-4.5" />
        {m.back}
      </Link>
      <Facts reading={reading} />
      <div className="flex flex-wrap gap-2">
        {isMine && (
          <Link to={paths.workflow} params={{ id }} search={{ edit: '1' }} className={buttonClass({ variant: 'ink' })}>
            <Pencil {...icon} />
            {m.edit}
          </Link>
        )}
        <Button
          disabled={isOffline}
          busyLabel={isCopying && m.duplicating}
          icon={<Copy {...icon} />}
          onClick={() => void duplicate()}
        >
          {m.duplicate}
        </Button>
        <Button disabled={isOffline && isMine} icon={<Share2 {...icon} />} onClick={() => setAsked('share')}>
          {m.share}
        </Button>
        <Menu
          label={m.more}
          iconOnly
          icon={<Ellipsis aria-hidden="true" className="size-5.5" />}
          items={[{ label: m.versions, onPress: () => setAsked('versions') }]}
        />
      </div>
      <Suspense>
        {asked === 'share' && <ShareDialog reading={reading} isMine={isMine} onClose={() => setAsked(null)} />}
        {asked === 'versions' && <VersionsDialog reading={reading} onClose={() => setAsked(null)} />}
      </Suspense>
    </header>
  )
}

function Facts({ reading }: { reading: WorkflowReading }) {
  const m = useMessages(detailMessages)
  const w = useMessages(workflowMessages)
  const { workflow, author, steps } = reading
  const { title, summary } = wordsOf(workflow)
  return (
    <div className="-mt-2">
      <h1 className="wrap-anywhere">{title}</h1>
      <p className="mt-1 flex flex-wrap gap-x-2 text-sm text-text-3">
        <span className="not-last:after:ml-2 not-last:after:content-['·']">
          {author ? (
            <Link to={paths.profile} params={{ handle: author.id }} className="underline-offset-3 hover:underline">
              {m.by(author.display_name)}
            </Link>
          ) : (
            m.by(w.ours)
          )}
        </span>
        {[workflow.goal && w[`goal_${workflow.goal}`], m.steps(steps.length), m.runs(workflow.runs_count)]
          .filter(Boolean)
          .map((fact) => (
            <span key={fact} className="not-last:after:ml-2 not-last:after:content-['·']">
              {fact}
            </span>
          ))}
      </p>
      {summary && <p className="mt-2.5 max-w-160 whitespace-pre-line">{summary}</p>}
    </div>
  )
}

/** The copy is one's own; it opens in the editor. */
async function duplicateWorkflow(id: string): Promise<void> {
  const m = currentMessages(detailMessages)
  try {
    const copy = (await callWorkflow('duplicate_workflow', { workflow_id: id })) as { id: string }
    refreshWorkflows(copy.id)
    navigate({ to: paths.workflow, params: { id: copy.id }, search: { edit: '1' } })
    toast({ title: m.duplicated })
  } catch (error) {
    toast({ title: m.duplicateFailed, description: explainWorkflowError(error), tone: 'danger' })
  }
}
