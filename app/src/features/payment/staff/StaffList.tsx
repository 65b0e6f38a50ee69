import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { staffMessages } from './staff.i18n.ts'

interface StaffListProps<Item> {
  title: string
  empty: string
  query: UseQueryResult<Item[]>
  render: (item: Item) => ReactNode
}

/** What the staff works through, under its title. */
export function StaffList<Item>({ title, empty, query: { data, isError, refetch }, render }: StaffListProps<Item>) {
  const m = useMessages(staffMessages)
  const again = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <section className="grid gap-3">
      <h2>{title}</h2>
      {!data && !isError && <Skeleton className="h-24 w-full" />}
      {!data && isError && <Alert tone="danger" title={m.unreadable} action={again} />}
      {data?.length === 0 && <p className="text-sm text-text-3">{empty}</p>}
      {data?.map(render)}
    </section>
  )
}
