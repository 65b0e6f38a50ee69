import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { readConfig } from '#data/config.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { toast } from '#ui/toast/toast.ts'

const messages = defineMessages({
  fr: { copy: 'Copier le rapport', copied: 'Rapport copié', failed: 'Le rapport n’a pas pu être copié.' },
  en: { copy: 'Copy the report', copied: 'Report copied', failed: 'The report could not be copied.' },
})

export interface DiagnosticPageProps {
  path: string
  /** In place of the path. */
  title?: string
  intro: string
  /** Goes into the clipboard as JSON: neither tokens nor names nor anybody's words. */
  report: () => object
  children: ReactNode
}

/** What the pages for trying things have in common: where one is, which server and build that is, and a report of it. */
export function DiagnosticPage({ path, title = path, intro, report, children }: DiagnosticPageProps) {
  const m = useMessages(messages)
  const { data: config } = useQuery({ queryKey: ['config'], queryFn: readConfig, staleTime: Infinity })
  usePageTitle(title)
  const server = { environment: config?.appEnv ?? null, version: config?.version ?? null }
  const copy = async () => {
    const facts = { path, ...server, at: new Date().toISOString(), agent: navigator.userAgent, ...report() }
    try {
      await navigator.clipboard.writeText(JSON.stringify(facts, null, 2))
      toast({ title: m.copied })
    } catch {
      toast({ title: m.failed, tone: 'danger' })
    }
  }
  return (
    <div className="page pb-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1>{title}</h1>
          <p className="text-xs text-text-3">{[server.environment, server.version].join(' · ')}</p>
        </div>
        <Button size="sm" onClick={() => void copy()}>
          {m.copy}
        </Button>
      </div>
      <p className="mt-3 mb-6 max-w-160 text-text-2">{intro}</p>
      {children}
    </div>
  )
}

export interface FactsProps {
  title: string
  facts: readonly (readonly [name: string, value: ReactNode])[]
}

export function Facts({ title, facts }: FactsProps) {
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-base">{title}</h2>
      <dl className="grid grid-cols-[minmax(8rem,auto)_1fr] gap-x-6 gap-y-1.5 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
