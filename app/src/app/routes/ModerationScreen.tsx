import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { orderQueries } from '#entities/commission/order/order-queries.ts'
import { useIsStaff } from '#entities/moderation/use-is-staff.ts'
import { StaffDisputes } from '#features/commissions/orders/staff/StaffDisputes.tsx'
import { moderationQueries } from '#features/moderation/moderation-api.ts'
import { moderationMessages } from '#features/moderation/moderation.i18n.ts'
import { Appeals, Cases } from '#features/moderation/ModerationQueue.tsx'
import { staffQueries } from '#features/payment/staff/staff-queries.ts'
import { staffMessages } from '#features/payment/staff/staff.i18n.ts'
import { StaffPayments } from '#features/payment/staff/StaffPayments.tsx'
import { StaffPayouts } from '#features/payment/staff/StaffPayouts.tsx'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { TabStrip } from '#ui/TabStrip.tsx'

import { NotFoundScreen } from './NotFoundScreen.tsx'

/** `/moderation`: for the staff; for everybody else there is no such page, and the server answers them nothing. */
export function ModerationScreen() {
  return useIsStaff() ? <Queue /> : <NotFoundScreen />
}

const panelId = 'moderation-panel'
const staffAreas = ['reports', 'appeals', 'payments', 'payouts', 'disputes'] as const
type StaffArea = (typeof staffAreas)[number]

function Queue() {
  const m = useMessages(moderationMessages)
  const s = useMessages(staffMessages)
  const { search } = usePlace()
  const counts = useStaffCounts()
  const area = staffAreas.find((known) => known === search['area']) ?? 'reports'
  usePageTitle(m.title)
  const labelOf = (value: StaffArea) => {
    const name = value === 'disputes' ? s.orders : s[value]
    const count = counts[value]
    return count === undefined ? name : s.waiting(name, count)
  }
  return (
    <div className="page grid max-w-208 gap-5 pb-8">
      <h1>{m.title}</h1>
      <TabStrip
        label={s.areas}
        value={area}
        tabs={staffAreas.map((value) => ({ value, label: labelOf(value) }))}
        onChange={(value) => changeSearch({ area: value === 'reports' ? undefined : value, order: undefined })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${area}`}>
        {area === 'reports' && <Cases />}
        {area === 'appeals' && <Appeals />}
        {area === 'payments' && <StaffPayments />}
        {area === 'payouts' && <StaffPayouts />}
        {area === 'disputes' && <StaffDisputes order={search['order']} />}
      </div>
    </div>
  )
}

/** How much waits by area, as far as it is known: « 20+ » where there is more than was read; none where nothing waits. */
function useStaffCounts(): Partial<Record<StaffArea, string>> {
  const reports = useInfiniteQuery(moderationQueries.cases())
  const appeals = useInfiniteQuery(moderationQueries.appeals())
  const findings = useQuery(staffQueries.findings()).data
  const review = useQuery(staffQueries.review()).data
  const contested = useQuery(staffQueries.disputes()).data?.filter(({ state }) => state === 'open')
  const payouts = useQuery(staffQueries.held()).data
  const disputes = useQuery(orderQueries.disputes()).data
  const payments = [findings, review, contested].reduce((sum, list) => sum + (list?.length ?? 0), 0)
  return {
    ...said('reports', reports.data?.length, reports.hasNextPage),
    ...said('appeals', appeals.data?.length, appeals.hasNextPage),
    ...said('payments', payments),
    ...said('payouts', payouts?.length),
    ...said('disputes', disputes?.length),
  }
}

function said(area: StaffArea, count = 0, hasMore = false): Partial<Record<StaffArea, string>> {
  return count === 0 ? {} : { [area]: `${formatNumber(count)}${hasMore ? '+' : ''}` }
}
