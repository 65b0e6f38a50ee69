/** Templates, one's own and those of everybody: tabs, uses as chips, words. */
import { workflowGoals, type WorkflowGoal } from '@product/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useDeferredValue, useState } from 'react'

import { useOnline } from '#data/network.ts'
import {
  workflowQueries,
  workflowTabs,
  type ListedWorkflow,
  type WorkflowFilter,
  type WorkflowTab,
} from '#entities/workflow/workflow-queries.ts'
import { workflowMessages } from '#entities/workflow/workflow.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { TabStrip } from '#ui/TabStrip.tsx'

import { readDraft } from '../editor/keep-workflow.ts'
import { listMessages } from './list.i18n.ts'
import { WorkflowCard } from './WorkflowCard.tsx'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-4'
const panel = 'workflows'

export function WorkflowList({ userId }: { userId: string }) {
  const m = useMessages(listMessages)
  const { search } = usePlace()
  const tab = workflowTabs.find((known) => known === search['tab']) ?? 'templates'
  const goal = workflowGoals.find((known) => known === search['goal']) ?? null
  const [words, setWords] = useState('')
  const settled = useDeferredValue(words.trim())
  const show = (next: WorkflowTab) => changeSearch({ tab: next === 'templates' ? undefined : next }, { replace: true })
  const clear = () => {
    setWords('')
    changeSearch({ goal: undefined }, { replace: true })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="flex-1">{m.title}</h1>
        <Link to={paths.workflow} params={{ id: 'new' }} className={buttonClass({ variant: 'primary' })}>
          <Plus aria-hidden="true" className="size-4.5" />
          {m.create}
        </Link>
      </div>
      <div className="mt-2">
        <TabStrip
          label={m.tabs}
          value={tab}
          tabs={workflowTabs.map((value) => ({ value, label: m[value] }))}
          onChange={show}
          panelId={panel}
        />
      </div>
      <div role="tabpanel" id={panel} aria-labelledby={`${panel}-${tab}`} className="grid gap-4 pt-4">
        <div className="grid gap-3 lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-end">
          <TextField
            label={m.search}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <GoalChips goal={goal} />
        </div>
        <Cards
          filter={{ tab, goal, words: settled }}
          userId={userId}
          onClear={clear}
          onTemplates={() => show('templates')}
        />
      </div>
    </>
  )
}

function GoalChips({ goal }: { goal: WorkflowGoal | null }) {
  const m = useMessages(listMessages)
  const w = useMessages(workflowMessages)
  const chips = [null, ...workflowGoals]
  return (
    <div
      role="group"
      aria-label={m.goals}
      className="no-scrollbar -mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) py-0.5 lg:mx-0 lg:flex-wrap lg:overflow-visible lg:px-0"
    >
      {chips.map((value) => (
        <button
          key={value ?? 'all'}
          type="button"
          aria-pressed={value === goal}
          onClick={() => changeSearch({ goal: value ?? undefined }, { replace: true })}
          className="min-h-11 flex-none rounded-full bg-surface-2 px-4 text-sm font-medium text-text-2 hover:bg-surface-3 aria-pressed:bg-ink aria-pressed:font-semibold aria-pressed:text-on-ink"
        >
          {value === null ? m.all : w[`goal_${value}`]}
        </button>
      ))}
    </div>
  )
}

interface CardsProps {
  filter: WorkflowFilter
  userId: string
  onClear: () => void
  onTemplates: () => void
}

function Cards({ filter, userId, onClear, onTemplates }: CardsProps) {
  const m = useMessages(listMessages)
  const isOnline = useOnline()
  const query = useInfiniteQuery(workflowQueries.list(filter, userId))
  const workflows = query.data?.pages.flat()
  if (!workflows) {
    if (!query.isError) return <Loading />
    const retry = <Button onClick={() => void query.refetch()}>{m.retry}</Button>
    return <EmptyState title={m.failed} text={isOnline ? '' : m.offline} action={retry} />
  }
  const draft = draftFor(filter)
  return (
    <>
      <p role="status" className="sr-only">
        {m.found(workflows.length)}
      </p>
      {draft && <DraftRow title={draft.workflow.title || m.untitled} />}
      {workflows.length === 0 && !draft && <Nothing filter={filter} onClear={onClear} onTemplates={onTemplates} />}
      <Grid workflows={workflows} userId={userId} />
      {query.hasNextPage && (
        <div className="grid justify-items-center">
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {m.more}
          </Button>
        </div>
      )}
    </>
  )
}

/** What one has begun and not saved stands with what is one's own. */
function draftFor({ tab, goal, words }: WorkflowFilter) {
  return tab === 'mine' && !goal && !words ? readDraft('new') : null
}

function Grid({ workflows, userId }: { workflows: readonly ListedWorkflow[]; userId: string }) {
  return (
    <ul className={grid}>
      {workflows.map((workflow) => (
        <li key={workflow.id} className="grid">
          <WorkflowCard workflow={workflow} isMine={workflow.owner_id === userId} />
        </li>
      ))}
    </ul>
  )
}

function DraftRow({ title }: { title: string }) {
  const m = useMessages(listMessages)
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg bg-credit-soft px-4 py-3 text-on-credit-soft">
      <p className="min-w-0 flex-1 text-sm">
        <span className="block font-semibold">{m.draft}</span>
        <span className="block truncate">{title}</span>
      </p>
      <Link to={paths.workflow} params={{ id: 'new' }} className={buttonClass({ variant: 'ink' })}>
        {m.resumeDraft}
      </Link>
    </div>
  )
}

function Nothing({ filter, onClear, onTemplates }: Omit<CardsProps, 'userId'>) {
  const m = useMessages(listMessages)
  if (filter.goal || filter.words)
    return <EmptyState title={m.nothingTitle} text={m.nothing} action={<Button onClick={onClear}>{m.clear}</Button>} />
  if (filter.tab === 'mine')
    return (
      <EmptyState
        title={m.emptyMineTitle}
        text={m.emptyMine}
        action={<Button onClick={onTemplates}>{m.toTemplates}</Button>}
      />
    )
  return <EmptyState title={m.emptyCommunityTitle} text={m.emptyCommunity} />
}

function Loading() {
  const m = useMessages(listMessages)
  return (
    <div role="status" className={grid}>
      <span className="sr-only">{m.loading}</span>
      {Array.from({ length: 6 }, (_, place) => (
        <Skeleton key={place} className="h-72 rounded-lg!" />
      ))}
    </div>
  )
}
