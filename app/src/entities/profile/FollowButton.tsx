import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button, type ButtonProps } from '#ui/button/Button.tsx'
import { classNames } from '#ui/class-names.ts'

import { personMessages } from './person.i18n.ts'
import { relationQuery } from './relation/relation-queries.ts'
import type { FollowState } from './relation/relation.ts'
import { usePersonActions } from './use-person-actions.ts'

export interface FollowButtonProps {
  personId: string
  /** Then following is asked for. */
  isPrivate?: boolean | undefined
  /** Of the button that invites; once one follows it is quieter. */
  look?: Pick<ButtonProps, 'variant' | 'size' | 'wide' | 'className'>
}

/** Follow, ask to follow, or leave. One's own is never shown; a visitor is led to sign in and back. */
export function FollowButton({ personId, isPrivate = false, look }: FollowButtonProps) {
  const userId = useUserId()
  if (userId === personId) return null
  return userId === null ? (
    <Press personId={personId} isPrivate={isPrivate} look={look} follow="none" />
  ) : (
    <Known userId={userId} personId={personId} isPrivate={isPrivate} look={look} />
  )
}

type Given = { personId: string; isPrivate: boolean; look: FollowButtonProps['look'] }

function Known({ userId, ...given }: Given & { userId: string }) {
  const { data: relation } = useQuery(relationQuery(userId, given.personId))
  return <Press {...given} follow={relation?.follow ?? 'unknown'} />
}

function Press({ personId, isPrivate, look, follow }: Given & { follow: FollowState | 'unknown' }) {
  const m = useMessages(personMessages)
  const { follow: start, unfollow } = usePersonActions({ id: personId, isPrivate })
  const labels = {
    unknown: m.follow,
    none: isPrivate ? m.ask : m.follow,
    requested: m.requested,
    active: m.following,
  }
  const isPressed = follow === 'active' || follow === 'requested'
  return (
    <Button
      variant="ink"
      size="sm"
      {...look}
      {...(isPressed && { variant: 'line', title: m.unfollow })}
      // Its place is kept until it is known what it says.
      className={classNames(look?.className, follow === 'unknown' && 'invisible')}
      aria-pressed={isPressed}
      onClick={isPressed ? unfollow : start}
    >
      {labels[follow]}
    </Button>
  )
}
