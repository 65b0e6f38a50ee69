import { useIsStaff } from '#entities/moderation/use-is-staff.ts'
import { StaffDisputes } from '#features/commissions/orders/staff/StaffDisputes.tsx'
import { moderationMessages } from '#features/moderation/moderation.i18n.ts'
import { ModerationQueue } from '#features/moderation/ModerationQueue.tsx'
import { staffMessages } from '#features/payment/staff/staff.i18n.ts'
import { StaffPayments } from '#features/payment/staff/StaffPayments.tsx'
import { StaffPayouts } from '#features/payment/staff/StaffPayouts.tsx'
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
const areas = ['reports', 'payments', 'payouts', 'disputes'] as const

function Queue() {
  const m = useMessages(moderationMessages)
  const s = useMessages(staffMessages)
  const { search } = usePlace()
  const area = areas.find((known) => known === search['area']) ?? 'reports'
  usePageTitle(m.title)
  return (
    <div className="page grid max-w-208 gap-5 pb-8">
      <h1>{m.title}</h1>
      <TabStrip
        label={s.areas}
        value={area}
        tabs={areas.map((value) => ({ value, label: value === 'disputes' ? s.orders : s[value] }))}
        onChange={(value) => changeSearch({ area: value === 'reports' ? undefined : value, order: undefined })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${area}`}>
        {area === 'reports' && <ModerationQueue />}
        {area === 'payments' && <StaffPayments />}
        {area === 'payouts' && <StaffPayouts />}
        {area === 'disputes' && <StaffDisputes order={search['order']} />}
      </div>
    </div>
  )
}
