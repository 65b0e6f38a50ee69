/** One workflow in a list: its picture, its name, who made it, what a run costs, how often it ran. */
import type { ListedWorkflow } from '#entities/workflow/workflow-queries.ts'
import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { wordsOf } from '#entities/workflow/workflow.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

import { WorkflowCover } from '../WorkflowCover.tsx'
import { listMessages } from './list.i18n.ts'

export interface WorkflowCardProps {
  workflow: ListedWorkflow
  /** One's own: says who may see it. */
  isMine: boolean
}

export function WorkflowCard({ workflow, isMine }: WorkflowCardProps) {
  const m = useMessages(listMessages)
  const w = useMessages(workflowMessages)
  const { id, author, goal, cost, runs_count: runs, visibility } = workflow
  const { title, summary } = wordsOf(workflow)
  const origin = isMine ? m[visibility] : m.by(author?.display_name ?? w.ours)
  const facts = [origin, cost === 0 ? m.free : m.from(cost), ...(runs > 0 ? [m.runs(runs)] : [])]
  return (
    <article className="relative flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface hover:border-line-strong has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-focus">
      <WorkflowCover workflow={workflow} className="h-38" />
      <div className="flex flex-1 flex-col gap-1 p-3.5">
        {goal && <p className="text-xs font-medium text-text-3">{w[`goal_${goal}`]}</p>}
        <h2 className="text-base leading-tight">
          <Link to={paths.workflow} params={{ id }} className="outline-none after:absolute after:inset-0">
            {title}
          </Link>
        </h2>
        {summary && <p className="line-clamp-2 text-sm text-text-2">{summary}</p>}
        <p className="mt-auto flex flex-wrap gap-x-2 pt-1.5 text-xs text-text-3">
          {facts.map((fact) => (
            <span key={fact} className="not-last:after:ml-2 not-last:after:content-['·']">
              {fact}
            </span>
          ))}
        </p>
      </div>
    </article>
  )
}
