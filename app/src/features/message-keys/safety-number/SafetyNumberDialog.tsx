import { useQuery } from '@tanstack/react-query'
import BadgeCheck from 'lucide-react/icons/badge-check'
import ScanQrCode from 'lucide-react/icons/scan-qr-code'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { QrCode } from '#ui/picture/QrCode.tsx'
import { toast } from '#ui/toast/toast.ts'

import { QrScanner } from '../scanner/QrScanner.tsx'
import { compareScanned, safetyQuery, setVerified, type Safety } from './safety-data.ts'
import { safetyMessages } from './safety.i18n.ts'

/** `?modal=safety-number&user={id}`: sixty digits that two people compare. */
export function SafetyNumberDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(safetyMessages)
  const userId = useUserId() ?? ''
  const { user = '' } = useModalSearch()
  const { data: profile } = useQuery(profileQueries.byHandle(user))
  const { data: safety, isError, refetch } = useQuery(safetyQuery(userId, user))
  const name = profile?.display_name ?? ''
  return (
    <Dialog title={m.title} onClose={onClose}>
      {safety?.kind === 'number' && <Compared userId={userId} otherId={user} name={name} safety={safety} />}
      {safety && safety.kind !== 'number' && (
        <Alert tone="info">{safety.kind === 'locked' ? m.locked : m.noKey(name)}</Alert>
      )}
      {!safety && <NotYet isError={isError} onRetry={() => void refetch()} />}
    </Dialog>
  )
}

function NotYet({ isError, onRetry }: { isError: boolean; onRetry: () => void }) {
  const m = useMessages(safetyMessages)
  if (!isError) return <Skeleton className="h-80 rounded-md" />
  const retry = (
    <Button size="sm" onClick={onRetry}>
      {m.retry}
    </Button>
  )
  return (
    <Alert tone="danger" action={retry}>
      {m.failed}
    </Alert>
  )
}

/** The same five digits may come twice. */
function numbered(digits: string): { place: number; group: string }[] {
  return digits.split(' ').map((group, place) => ({ place, group }))
}

interface ComparedProps {
  userId: string
  otherId: string
  name: string
  safety: Extract<Safety, { kind: 'number' }>
}

/** Two ways to compare: with one's eyes, or by the camera. */
function Compared(props: ComparedProps) {
  const m = useMessages(safetyMessages)
  const { userId, otherId, name, safety } = props
  const hasChanged = safety.state === 'changed'
  const [isScanning, setScanning] = useState(false)
  const [hasDiffered, setDiffered] = useState(false)
  const compare = async (scanned: string) => {
    try {
      const isSame = await compareScanned(userId, scanned, { otherId, hasChanged })
      setDiffered(!isSame)
      if (!isSame) return
      setScanning(false)
      toast({ title: m.marked(name) })
    } catch {
      toast({ tone: 'danger', title: m.failed })
    }
  }
  if (!isScanning) return <Digits {...props} onScan={() => setScanning(true)} />
  return (
    <div className="grid gap-4 text-center text-sm">
      <p className="text-text-2">{m.scanIntro(name)}</p>
      {hasDiffered && (
        <Alert tone="danger" title={m.scanDiffers}>
          {m.scanDiffersWhy(name)}
        </Alert>
      )}
      <QrScanner label={m.scanLook(name)} onCode={(scanned) => void compare(scanned)} />
      <Button className="justify-self-center" onClick={() => setScanning(false)}>
        {m.scanBack}
      </Button>
    </div>
  )
}

function Digits({
  userId,
  otherId,
  name,
  safety: { digits, qr, state },
  onScan,
}: ComparedProps & { onScan: () => void }) {
  const m = useMessages(safetyMessages)
  const isVerified = state === 'verified'
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(digits)
      toast({ title: m.copied })
    } catch {
      toast({ tone: 'danger', title: m.copyFailed })
    }
  }
  const mark = async () => {
    try {
      await setVerified(userId, { otherId, isVerified: !isVerified, hasChanged: state === 'changed' })
      if (!isVerified) toast({ title: m.marked(name) })
    } catch {
      toast({ tone: 'danger', title: m.failed })
    }
  }
  return (
    <div className="grid justify-items-center gap-4 text-center text-sm">
      {state === 'changed' && (
        <Alert tone="danger" title={m.changed(name)}>
          {m.changedWhy}
        </Alert>
      )}
      <p className="text-text-2">{m.intro(name)}</p>
      <QrCode text={qr} label={m.qr(name)} className="size-60 rounded-md" />
      <p className="font-semibold">{m.compare}</p>
      <ol
        aria-label={m.digits}
        className="grid grid-cols-3 gap-x-5 gap-y-1.5 rounded-lg bg-surface-2 px-5 py-4 font-mono text-base tabular-nums md:grid-cols-4"
      >
        {numbered(digits).map(({ place, group }) => (
          <li key={place}>{group}</li>
        ))}
      </ol>
      {isVerified && (
        <p role="status" className="inline-flex items-center gap-1.5 font-medium text-success-text">
          <BadgeCheck aria-hidden="true" className="size-5" />
          {m.verified}
        </p>
      )}
      <div className="flex w-full flex-wrap justify-center gap-2">
        <Button onClick={() => void copy()}>{m.copy}</Button>
        {!isVerified && (
          <Button icon={<ScanQrCode aria-hidden="true" className="size-5" />} onClick={onScan}>
            {m.scan}
          </Button>
        )}
        <Button variant={isVerified ? 'line' : 'ink'} onClick={() => void mark()}>
          {isVerified ? m.unmark : m.mark}
        </Button>
      </div>
    </div>
  )
}
