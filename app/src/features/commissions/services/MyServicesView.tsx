/** One's own services: what stands, what is a draft, whether orders are taken, and who waits. */
import type { Service } from '@product/contract'
import { useMutation, useQuery } from '@tanstack/react-query'

import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { read } from '#data/wire.ts'
import { MarketNav } from '#entities/commission/service/MarketNav.tsx'
import { OrdersSoon } from '#entities/commission/service/OrdersSoon.tsx'
import { setServiceState } from '#entities/commission/service/service-acts.ts'
import { refreshServices, serviceQueries } from '#entities/commission/service/service-queries.ts'
import { ServiceCard } from '#entities/commission/service/ServiceCard.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { ChecklistItem } from '#ui/feedback/ChecklistItem.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { toast } from '#ui/toast/toast.ts'

import { newDraft, readDraft } from './editor/service-drafts.ts'
import { fewestSamples } from './editor/service-sheet.ts'
import { servicesMessages } from './services.i18n.ts'
import { ServicesUnread } from './ServicesUnread.tsx'
import { Waitlist } from './Waitlist.tsx'

export function MyServicesView() {
  const m = useMessages(servicesMessages)
  const userId = useUserId()
  const { data: services, isError } = useQuery(serviceQueries.mine(userId))
  const { data: start } = useStart(userId)
  const canAdd = start?.isCreator === true && (services?.length ?? 0) > 0
  usePageTitle(m.mineTitle)
  return (
    <div className="page grid gap-5 pb-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{m.mineTitle}</h1>
        {canAdd && (
          <Link to={paths.newService} className={buttonClass({ variant: 'primary' })}>
            {m.newService}
          </Link>
        )}
      </div>
      <MarketNav present="mine" />
      <OrdersSoon />
      {!services && (isError ? <ServicesUnread /> : <Skeleton className="h-80 rounded-lg" />)}
      {services && start && <List services={services} start={start} />}
    </div>
  )
}

function List({ services, start }: { services: readonly Service[]; start: Start }) {
  return (
    <>
      {services.length === 0 && <SetUp {...start} />}
      {start.isCreator && <Draft />}
      <ul className="grid gap-5 xl:grid-cols-2">
        {services.map((service) => (
          <li key={service.id}>
            <Own service={service} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface Start {
  isCreator: boolean
  hasPosts: boolean
}

/** What has to be there before a service can be. */
function useStart(userId: string | null) {
  return useQuery({
    queryKey: ['services', 'start', userId],
    queryFn: async ({ signal }): Promise<Start> => {
      const own = {
        creator_id: `eq.${userId}`,
        audience: 'eq.public',
        status: 'eq.published',
        limit: fewestSamples,
      } as const
      const [areas, posts] = await Promise.all([
        read('creators', 'is_open', { user_id: `eq.${userId}` }, signal),
        read('feed_posts', 'id', own, signal),
      ])
      return { isCreator: areas[0]?.is_open ?? false, hasPosts: posts.length === fewestSamples }
    },
    enabled: userId !== null,
    // What is done elsewhere, one comes back from.
    staleTime: 0,
  })
}

function SetUp({ isCreator, hasPosts }: Start) {
  const m = useMessages(servicesMessages)
  const steps = [
    [m.setUpArea, isCreator],
    [m.setUpPosts, hasPosts],
    [m.setUpService, false],
  ] as const
  return (
    <section aria-labelledby="set-up" className="card grid max-w-160 justify-items-start gap-4">
      <h2 id="set-up" className="text-base">
        {m.setUp}
      </h2>
      <ol className="grid w-full gap-2.5 text-sm">
        {steps.map(([name, isDone]) => (
          <ChecklistItem key={name} name={name} isDone={isDone} state={isDone ? m.done : m.todo} />
        ))}
      </ol>
      {isCreator ? (
        <Link to={paths.newService} className={buttonClass({ variant: 'primary' })}>
          {m.newService}
        </Link>
      ) : (
        <Link to={paths.creator} className={`${buttonClass({ variant: 'primary' })} max-w-full whitespace-normal!`}>
          {m.toArea}
        </Link>
      )}
    </section>
  )
}

/** What was begun and not published, on this device. */
function Draft() {
  const m = useMessages(servicesMessages)
  const draft = readDraft(newDraft)
  if (!draft) return null
  return (
    <div className="card flex flex-wrap items-center gap-3 py-3!">
      <p className="min-w-40 flex-1 text-sm">
        <span className="font-semibold">{m.draft}</span> · {draft.title || m.draftUntitled}
      </p>
      <Link to={paths.newService} className={buttonClass({ size: 'sm', variant: 'ink' })}>
        {m.resume}
      </Link>
    </div>
  )
}

const states = ['open', 'waitlist', 'closed'] as const

function Own({ service }: { service: Service }) {
  const m = useMessages(servicesMessages)
  const { id, title, queue, slots } = service
  const change = useMutation({
    mutationFn: (state: Service['state']) => setServiceState(id, state),
    onError: (error) => {
      const hint = error instanceof DataError ? error.hint : undefined
      const told: Record<string, string> = {
        services_closed: m.threeLost,
        not_a_creator: m.areaClosed,
        teen_mode: m.teenMode,
      }
      toast({ title: told[hint ?? ''] ?? m.failed, tone: 'danger' })
    },
    onSettled: refreshServices,
  })
  const state = change.isPending ? change.variables : service.state
  return (
    <article
      aria-label={title}
      className="card grid h-full items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]"
    >
      <ServiceCard service={service} isTheirs />
      <div className="grid min-w-0 gap-3">
        <SegmentedControl
          label={m.stateOf(title)}
          value={state}
          options={states.map((value) => ({ value, label: m[value] }))}
          onChange={(wanted) => change.mutate(wanted)}
          className="max-w-96"
        />
        <p className="text-sm text-text-2">
          {m[`${state}Text`]} {m.held(queue, slots)}.
        </p>
        <div className="flex flex-wrap gap-2">
          <Link to={paths.editService} params={{ id }} className={buttonClass({ size: 'sm', variant: 'line' })}>
            {m.edit}
          </Link>
          <Link to={paths.service} params={{ id }} className={buttonClass({ size: 'sm', variant: 'ghost' })}>
            {m.see}
          </Link>
        </div>
        <Waitlist service={service} />
      </div>
    </article>
  )
}
