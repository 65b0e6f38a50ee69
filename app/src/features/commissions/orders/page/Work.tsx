/** What is made: sketches, what was asked to be done again, and what is delivered. */
import type { Commission, CommissionFile, CommissionPoint } from '@product/contract'
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'

import { useMessages } from '#i18n/messages.ts'

import { FileTile } from '../files/FileTile.tsx'
import { UploadButton } from '../files/UploadButton.tsx'
import { orderPageMessages } from './order-page.i18n.ts'

export function Work({ order }: { order: Commission }) {
  const m = useMessages(orderPageMessages)
  const sketches = order.files.filter(({ kind }) => kind === 'sketch')
  const finals = order.files.filter(({ kind }) => kind === 'final')
  const isMaking = order.role === 'creator' && ['in_progress', 'revision'].includes(order.status)
  if (!isMaking && sketches.length === 0 && finals.length === 0) return null
  const isClosed = order.role === 'client' && finals.some(({ path }) => path === null)
  return (
    <section aria-labelledby="order-work" className="card grid gap-5">
      <h2 id="order-work">{m.work}</h2>
      <Part title={m.sketches} order={order} files={sketches}>
        {isMaking && <UploadButton order={order.id} kind="sketch" label={m.addSketch} />}
      </Part>
      <Points points={order.points} />
      <Part title={m.deliveryFiles} order={order} files={finals} canRemove={isMaking}>
        {isClosed && <p className="text-sm text-text-2">{m.preview}</p>}
        {isMaking && <UploadButton order={order.id} kind="final" label={m.addFinal} />}
        {isMaking && <p className="text-xs text-text-3">{m.finalHelp}</p>}
      </Part>
    </section>
  )
}

interface PartProps {
  title: string
  order: Commission
  files: readonly CommissionFile[]
  canRemove?: boolean
  children?: React.ReactNode
}

function Part({ title, order, files, canRemove = false, children }: PartProps) {
  const hasWords = Array.isArray(children) ? children.some(Boolean) : Boolean(children)
  if (files.length === 0 && !hasWords) return null
  return (
    <div className="grid gap-3">
      <h3 className="text-base">{title}</h3>
      {files.length > 0 && (
        <ul aria-label={title} className="flex flex-wrap gap-3">
          {files.map((file) => (
            <FileTile
              key={file.id}
              order={order.id}
              file={file}
              alt={`${title} : ${file.name}`}
              canRemove={canRemove}
            />
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

function Points({ points }: { points: readonly CommissionPoint[] }) {
  const m = useMessages(orderPageMessages)
  if (points.length === 0) return null
  return (
    <div className="grid gap-2">
      <h3 className="text-base">{m.points}</h3>
      <ul className="grid gap-2 text-sm">
        {points.map(({ id, words, is_done: isDone }) => {
          const Icon = isDone ? Check : Circle
          return (
            <li key={id} className="flex items-start gap-2.5">
              <Icon aria-hidden="true" className="mt-0.5 size-4.5 flex-none text-text-3" />
              <span className="min-w-0 wrap-anywhere">
                {words}
                {isDone && <span className="text-success-text"> · {m.done}</span>}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
