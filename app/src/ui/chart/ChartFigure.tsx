import { useState, type ReactNode } from 'react'

import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { chartMessages } from './chart.i18n.ts'

export interface ChartFigureProps {
  title: string
  /** What the picture shows, in a sentence. */
  caption: string
  /** The same as rows, first their head. */
  head: readonly [string, string]
  rows: readonly { key: string; name: string; value: number }[]
  actions?: ReactNode
  Heading?: 'h2' | 'h3'
  children: ReactNode
}

/** A picture of figures, and the same as a table for whoever reads better so. */
export function ChartFigure({ title, caption, head, rows, actions, Heading = 'h2', children }: ChartFigureProps) {
  const m = useMessages(chartMessages)
  const [isTable, setTable] = useState(false)
  return (
    <figure aria-label={title} className="m-0 grid min-w-0 grid-cols-1 gap-3">
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Heading className="text-base md:text-lg">{title}</Heading>
        <span className="flex items-center gap-1">
          {actions}
          <Button size="sm" variant="ghost" onClick={() => setTable(!isTable)}>
            {isTable ? m.asChart : m.asTable}
          </Button>
        </span>
      </div>
      {isTable ? <Rows {...{ title, head, rows }} /> : children}
      <figcaption className="text-sm text-text-2">{caption}</figcaption>
    </figure>
  )
}

function Rows({ title, head, rows }: Pick<ChartFigureProps, 'title' | 'head' | 'rows'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
    <div tabIndex={0} className="max-h-60 overflow-y-auto rounded-md border border-line">
      <table aria-label={title} className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-surface text-left text-xs text-text-3">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              {head[0]}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {head[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, value }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {name}
              </th>
              <td className="num px-3 py-1.5 text-right">{formatNumber(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
