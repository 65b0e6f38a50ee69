import type { ComponentType } from 'react'

import { useUserId } from '#data/session.ts'
import { usePlace } from '#navigation/use-place.ts'
import { lazy } from '#ui/lazy.ts'

interface FormProps {
  onClose: () => void
}

const Sheet = lazy(async () => (await import('#features/payment/top-up/TopUpSheet.tsx')).TopUpSheet)

/** Over a form that is short of credits, which stays as it is underneath. */
export function TopUp() {
  const userId = useUserId()
  const { search } = usePlace()
  const missing = Number(search['missing'])
  if (userId === null || !Number.isInteger(missing) || missing < 1) return null
  return <Sheet missing={missing} paymentId={search['pay']} />
}

/** A dialog whose form may be short of credits. */
export function withTopUp(Form: ComponentType<FormProps>): ComponentType<FormProps> {
  return function FormWithTopUp({ onClose }: FormProps) {
    return (
      <>
        <Form onClose={onClose} />
        <TopUp />
      </>
    )
  }
}
