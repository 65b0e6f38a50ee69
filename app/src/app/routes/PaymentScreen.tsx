import { useUserId } from '#data/session.ts'
import { paymentMessages } from '#features/payment/payment.i18n.ts'
import { PaymentView } from '#features/payment/PaymentView.tsx'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'
import { lazy } from '#ui/lazy.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

const FollowView = lazy(async () => (await import('#features/payment/follow/FollowView.tsx')).FollowView)
const SandboxCard = lazy(async () => (await import('#features/payment/sandbox/SandboxCard.tsx')).SandboxCard)

/** Buying, how one payment goes, and the page that stands for a bank's in the sandbox. */
export function PaymentScreen() {
  const userId = useUserId()
  const { pathname, search } = usePlace()
  const { sandbox: reference } = search
  if (userId === null) return null
  if (reference) return <SandboxScreen reference={reference} />
  return pathname === paths.paymentSuccess ? <PaymentSuccessScreen /> : <PaymentView userId={userId} />
}

function PaymentSuccessScreen() {
  const m = useMessages(paymentMessages)
  const { search } = usePlace()
  usePageTitle(m.title)
  return (
    <div className="page grid gap-5 pb-8">
      <h1>{m.title}</h1>
      <FollowView key={search['p']} id={search['p'] ?? ''} />
    </div>
  )
}

function SandboxScreen({ reference }: { reference: string }) {
  const m = useMessages(paymentMessages)
  usePageTitle(m.sandboxTitle)
  return (
    <div className="page">
      <SandboxCard reference={reference} />
    </div>
  )
}
