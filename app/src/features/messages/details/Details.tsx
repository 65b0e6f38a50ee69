/** Who takes part, what was shared, how safe it is, and what one has settled for it. */
import { isMuted, partnerOf } from '#entities/conversation/conversation.ts'
import { archiveConversation, muteConversation, pinConversation } from '#entities/message/conversation-acts.ts'
import { setVanishing } from '#entities/message/send.ts'
import type { ListedConversation } from '#entities/message/use-conversations.ts'
import { handleOf } from '#entities/profile/person-card.ts'
import { usePersonActions } from '#entities/profile/use-person-actions.ts'
import { openModal } from '#entities/session/modals.ts'
import { formatDay, formatTime } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Button } from '#ui/button/Button.tsx'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { tryToAct } from '../act.ts'
import { forGood, muteUntil } from '../mute-times.ts'
import { vanishTimes, wordDuration } from '../vanish-times.ts'
import { detailsMessages } from './details.i18n.ts'
import { GroupPart, type GroupPartProps } from './GroupPart.tsx'
import { Section } from './Section.tsx'
import { SharedImages } from './SharedImages.tsx'

export function Details({ conversation, userId, onGone }: GroupPartProps) {
  const partner = partnerOf(conversation)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {partner ? (
        <Person conversation={conversation} />
      ) : (
        <GroupPart conversation={conversation} userId={userId} onGone={onGone} />
      )}
      {/* A stranger's pictures are seen when they are asked for, in the thread. */}
      {conversation.me.state !== 'requested' && <SharedImages conversationId={conversation.id} />}
      <Security conversation={conversation} />
      {conversation.me.isActive && conversation.me.state === 'accepted' && <Settings conversation={conversation} />}
      {partner && <Away person={partner} />}
    </div>
  )
}

function Person({ conversation }: { conversation: ListedConversation }) {
  const m = useMessages(detailsMessages)
  const partner = partnerOf(conversation)
  if (!partner) return null
  return (
    <div className="grid justify-items-center gap-2 text-center">
      <Avatar id={partner.id} src={partner.avatar_url} size="2xl" />
      <p className="display text-xl leading-tight wrap-anywhere">{partner.display_name}</p>
      {partner.username !== null && <p className="text-sm text-text-3">@{partner.username}</p>}
      <Link to="/profile/$handle" params={{ handle: handleOf(partner) }} className="link inline-block min-h-6 text-sm">
        {m.seeProfile}
      </Link>
    </div>
  )
}

function Security({ conversation }: { conversation: ListedConversation }) {
  const m = useMessages(detailsMessages)
  const partner = partnerOf(conversation)
  return (
    <Section title={m.security}>
      <p className="text-sm text-text-2">{m.securityText}</p>
      {partner && (
        <Button size="sm" variant="line" onClick={() => openModal('safety-number', { user: partner.id })}>
          {m.verify}
        </Button>
      )}
      <button type="button" className="link min-h-6 text-left text-sm" onClick={() => openModal('what-we-see')}>
        {m.whatWeSee}
      </button>
    </Section>
  )
}

function Settings({ conversation }: { conversation: ListedConversation }) {
  const m = useMessages(detailsMessages)
  const { id, me, vanishAfter } = conversation
  return (
    <div className="grid gap-4">
      <SelectField
        label={m.vanish}
        help={m.vanishHelp}
        value={vanishAfter === null ? '' : `${vanishAfter}`}
        onChange={({ target: { value } }) => void tryToAct(() => setVanishing(id, value === '' ? null : Number(value)))}
        options={[
          { value: '', label: m.never },
          ...vanishTimes.map((seconds) => ({ value: `${seconds}`, label: wordDuration(m, seconds) })),
        ]}
      />
      <Notices conversation={conversation} />
      <ChoiceRow
        title={m.pin}
        checked={me.pinnedAt !== null}
        onChange={(isPinned) => void tryToAct(() => pinConversation(id, isPinned))}
      />
      <ChoiceRow
        title={m.archive}
        help={m.archiveHelp}
        checked={me.archivedAt !== null}
        onChange={(isArchived) => void tryToAct(() => archiveConversation(id, isArchived))}
      />
    </div>
  )
}

function Notices({ conversation }: { conversation: ListedConversation }) {
  const m = useMessages(detailsMessages)
  const { id, me } = conversation
  const muted = isMuted(conversation) ? me.mutedUntil : null
  const choose = (value: string) => {
    const until = { hour: muteUntil('hour'), hours8: muteUntil('hours8'), week: muteUntil('week'), forever: forGood }
    const chosen = Object.hasOwn(until, value) ? until[value as keyof typeof until] : null
    void tryToAct(() => muteConversation(id, chosen))
  }
  return (
    <SelectField
      label={m.notices}
      value={muted === null ? '' : 'now'}
      onChange={({ target: { value } }) => value !== 'now' && choose(value)}
      options={[
        { value: '', label: m.on },
        ...(muted === null ? [] : [{ value: 'now', label: mutedWords(m, muted) }]),
        { value: 'hour', label: m.muteHour },
        { value: 'hours8', label: m.mute8 },
        { value: 'week', label: m.muteWeek },
        { value: 'forever', label: m.muteForever },
      ]}
    />
  )
}

function mutedWords(m: { muteForever: string; mutedUntil: (when: string) => string }, until: string): string {
  return until.startsWith('9999') ? m.muteForever : m.mutedUntil(`${formatDay(until)} ${formatTime(until)}`)
}

function Away({ person }: { person: NonNullable<ReturnType<typeof partnerOf>> }) {
  const m = useMessages(detailsMessages)
  const { block, report } = usePersonActions(person)
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <Button size="sm" variant="danger" onClick={block}>
        {m.block(person.display_name)}
      </Button>
      <Button size="sm" variant="ghost" onClick={report}>
        {m.report}
      </Button>
    </div>
  )
}
