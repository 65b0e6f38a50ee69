import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useWaitingEntries } from '#data/outbox/outbox-status.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { DiagnosticPage, Facts } from '../DiagnosticPage.tsx'
import {
  checkForUpdates,
  emptyCaches,
  openFresh,
  showUpdateNotification,
  skipWaiting,
  warmUp,
  type Outcome,
} from './pwa-acts.ts'
import { countWaiting, readPwaState, type PwaState } from './pwa-state.ts'
import { pwaMessages } from './pwa.i18n.ts'
import { isOfflineSimulated, simulateOffline } from './simulated-offline.ts'

/** `/pwa-test`: the app on this device, and what it does when it is updated, emptied or cut off. */
export function PwaTestScreen() {
  const m = useMessages(pwaMessages)
  const waiting = countWaiting(useWaitingEntries())
  const { data: state, refetch } = useQuery({ queryKey: ['pwa-state'], queryFn: readPwaState, gcTime: 0, staleTime: 0 })
  return (
    <DiagnosticPage path={paths.pwaTest} intro={m.intro} report={() => ({ ...state, waiting })}>
      <PwaActs version={state?.worker.version ?? ''} onDone={() => void refetch()} />
      {state ? <PwaFacts state={state} waiting={waiting} /> : <Skeleton className="h-96 w-full" />}
    </DiagnosticPage>
  )
}

function PwaActs({ version, onDone }: { version: string; onDone: () => void }) {
  const m = useMessages(pwaMessages)
  const [running, setRunning] = useState<string | null>(null)
  const [said, setSaid] = useState<{ act: string; outcome: Outcome } | null>(null)
  const isAway = isOfflineSimulated()
  const acts: readonly (readonly [label: string, act: () => Outcome | Promise<Outcome>])[] = [
    [m.again, () => 'done'],
    [m.check, checkForUpdates],
    [m.skipWaiting, skipWaiting],
    [m.showUpdate, () => showUpdateNotification(version)],
    [
      isAway ? m.endSimulation : m.simulate,
      () => {
        simulateOffline(!isAway)
        return 'done'
      },
    ],
    [m.warm, warmUp],
    [m.empty, emptyCaches],
  ]
  const run = async (label: string, act: () => Outcome | Promise<Outcome>) => {
    setRunning(label)
    setSaid({ act: label, outcome: await act() })
    setRunning(null)
    onDone()
  }
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-base">{m.acts}</h2>
      <div className="flex flex-wrap gap-2">
        {acts.map(([label, act]) => (
          <Button key={label} disabled={running !== null} onClick={() => void run(label, act)}>
            {label}
          </Button>
        ))}
        <Button onClick={openFresh}>{m.fresh}</Button>
      </div>
      <p role="status" className="mt-2 min-h-6 text-sm text-text-2">
        {running !== null && `${running}…`}
        {running === null && said && `${said.act} : ${m[said.outcome]}`}
      </p>
    </section>
  )
}

interface PwaFactsProps {
  state: PwaState
  waiting: Record<string, number>
}

function PwaFacts({ state, waiting }: PwaFactsProps) {
  const m = useMessages(pwaMessages)
  const queued = Object.entries(waiting)
  return (
    <div className="grid max-w-240 gap-x-10 md:grid-cols-2">
      <Kept state={state} />
      <Reach state={state} />
      <Facts title={m.outboxes} facts={queued.length === 0 ? [[m.outboxes, m.nothing]] : queued} />
    </div>
  )
}

/** What lies on the device. */
function Kept({ state: { builds, worker, caches, storage } }: { state: PwaState }) {
  const m = useMessages(pwaMessages)
  const yes = (is: boolean) => (is ? m.yes : m.no)
  const sizes = caches.map(({ name, entries, bytes }) => [name, m.cache(entries, formatBytes(bytes))] as const)
  const labels = { page: m.page, live: m.live, active: m.active, waiting: m.waiting, previous: m.previous }
  const names = Object.keys(labels) as (keyof typeof labels)[]
  return (
    <>
      <Facts title={m.builds} facts={names.map((name) => [labels[name], builds[name] ?? m.none])} />
      <Facts
        title={m.worker}
        facts={[
          [m.state, worker.state ?? m.none],
          [m.version, worker.version ?? m.none],
          [m.controls, yes(worker.isControlling)],
          [m.installing, yes(worker.isInstalling)],
          [m.routes, worker.staticRoutes ?? m.none],
        ]}
      />
      <Facts title={m.caches} facts={sizes.length === 0 ? [[m.caches, m.none]] : sizes} />
      <Facts
        title={m.storage}
        facts={[
          [m.used, formatBytes(storage.usage)],
          [m.quota, formatBytes(storage.quota)],
          [m.persisted, yes(storage.isPersisted)],
        ]}
      />
    </>
  )
}

/** How it reaches others, and they it. */
function Reach({ state: { install, push, network } }: { state: PwaState }) {
  const m = useMessages(pwaMessages)
  const yes = (is: boolean) => (is ? m.yes : m.no)
  const connection = [network.type, network.isSaving && m.saver].filter(Boolean).join(', ')
  const verdict = network.isOnline ? m.online : m.offline
  return (
    <>
      <Facts
        title={m.network}
        facts={[
          [m.verdict, network.isSimulated ? m.simulated : verdict],
          [m.browserSays, network.browserSays ? m.online : m.offline],
          [m.server, m.answered(network.server.said, network.server.ms)],
          [m.doubts, `${network.doubts}, ${network.answers}`],
          [m.type, connection || m.none],
        ]}
      />
      <Facts
        title={m.install}
        facts={[
          [m.displayMode, install.displayMode],
          [m.event, yes(install.isEventCaptured)],
          [m.putOff, yes(install.isPutOff)],
        ]}
      />
      <Facts
        title={m.push}
        facts={[
          [m.permission, push.permission ?? m.none],
          [m.subscription, push.service ?? m.none],
        ]}
      />
    </>
  )
}
