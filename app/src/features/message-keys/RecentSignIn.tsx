import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { signInAgain } from '#entities/session/sign-in-again.ts'
import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { mayReplaceQuery } from './keys-data.ts'
import { keysMessages } from './keys.i18n.ts'
import { SignInTooOld } from './sign-in-too-old.ts'
import { Step } from './Steps.tsx'

export interface RecentSignInProps {
  userId: string
  onClose: () => void
  children: ReactNode
}

/** What replaces keys takes a recent sign-in: asked for before anything is typed, and where it has grown old meanwhile. */
export function RecentSignIn({ userId, onClose, children }: RecentSignInProps) {
  const m = useMessages(keysMessages)
  const { data: mayReplace, isPending } = useQuery(mayReplaceQuery(userId))
  if (mayReplace === false) return <SignInSheet onClose={onClose} />
  if (isPending) {
    return (
      <Dialog title={m.title} onClose={onClose}>
        <Skeleton className="h-32 rounded-md" />
      </Dialog>
    )
  }
  return <SignInWhenTooOld onClose={onClose}>{children}</SignInWhenTooOld>
}

/** The same for what replaces keys in one of its ways only. */
export function SignInWhenTooOld({ onClose, children }: Omit<RecentSignInProps, 'userId'>) {
  const [isLate, setLate] = useState(false)
  if (isLate) return <SignInSheet onClose={onClose} />
  return <SignInTooOld value={() => setLate(true)}>{children}</SignInTooOld>
}

function SignInSheet({ onClose }: { onClose: () => void }) {
  const m = useMessages(keysMessages)
  return (
    <Step
      title={m.signInTitle}
      onClose={onClose}
      other={{ label: m.cancel, onPress: onClose }}
      action={{ label: m.signInAgain, onPress: signInAgain }}
    >
      <p>{m.signInText}</p>
      <p className="text-text-2">{m.signInKeeps}</p>
    </Step>
  )
}
