/** What one can do about somebody wherever they are shown. */
import { useUserId } from '#data/session.ts'
import { openModal } from '#entities/session/modals.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { currentMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { toast } from '#ui/toast/toast.ts'

import { wishForBell, wishToFollow } from './follow-writes.ts'
import { calledBy, type PersonCard } from './person-card.ts'
import { personMessages } from './person.i18n.ts'
import { wishToBlock, wishToMute } from './safety-writes.ts'

export interface ActedOn extends Partial<PersonCard> {
  id: string
  isPrivate?: boolean | undefined
}

const undoMs = 6000

/** A visitor signs in first and comes back here. */
export function usePersonActions(person: ActedOn) {
  const userId = useUserId()
  const search = useSignInSearch()
  const card: PersonCard = { username: null, display_name: '', avatar_url: null, ...person }
  const name = calledBy(card)

  const asMember = (act: (userId: string) => void) => () => {
    if (userId === null) navigate({ to: paths.auth, search })
    else act(userId)
  }
  const follow = (wanted: boolean) =>
    asMember((me) => {
      wishToFollow({ userId: me, personId: person.id, wanted, isPrivate: person.isPrivate ?? false })
    })
  const setBlocked = (me: string, isBlocked: boolean) => wishToBlock({ userId: me, person: card, isBlocked })
  const setMuted = (me: string, isMuted: boolean, until: Date | null = null) =>
    wishToMute({ userId: me, kind: 'user', target: person.id, isMuted, until: until?.toISOString() ?? null })

  return {
    follow: follow(true),
    /** Where the person is not in sight afterwards: told, with a way back. */
    followAndTell: asMember((me) => {
      const m = currentMessages(personMessages)
      const wish = { userId: me, personId: person.id, isPrivate: person.isPrivate ?? false }
      wishToFollow({ ...wish, wanted: true })
      const action = { label: m.undo, onPress: () => wishToFollow({ ...wish, wanted: false }) }
      toast({ title: m.followed(name), action, duration: undoMs })
    }),
    unfollow: follow(false),
    /** Told of each new picture, or not. */
    setBell: (notify: boolean) => asMember((me) => wishForBell({ userId: me, personId: person.id, notify }))(),
    block: asMember((me) => {
      const m = currentMessages(personMessages)
      setBlocked(me, true)
      const action = { label: m.undo, onPress: () => setBlocked(me, false) }
      toast({ title: m.blocked(name), description: m.blockedText, action, duration: undoMs })
    }),
    unblock: asMember((me) => {
      setBlocked(me, false)
      toast({ title: currentMessages(personMessages).unblocked(name) })
    }),
    /** Asks for how long first. */
    mute: () => openModal('mute', { user: person.id }),
    /** `null` is until further notice. */
    muteUntil: (until: Date | null) =>
      asMember((me) => {
        const m = currentMessages(personMessages)
        setMuted(me, true, until)
        const action = { label: m.undo, onPress: () => setMuted(me, false) }
        toast({ title: m.muted(name), action, duration: undoMs })
      })(),
    unmute: asMember((me) => {
      setMuted(me, false)
      toast({ title: currentMessages(personMessages).unmuted(name) })
    }),
    report: () => openModal('report', { kind: 'user', id: person.id }),
  }
}
