/** A group: its name, who is in it, and the way out. */
import { useQuery } from '@tanstack/react-query'
import UserMinus from 'lucide-react/icons/user-minus'
import UserPlus from 'lucide-react/icons/user-plus'
import { Suspense, useState } from 'react'

import { leaveGroup, removeMember } from '#entities/message/group-acts.ts'
import { nameGroup } from '#entities/message/send.ts'
import type { ListedConversation } from '#entities/message/use-conversations.ts'
import { handleOf } from '#entities/profile/person-card.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { lazy } from '#ui/lazy.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { toast } from '#ui/toast/toast.ts'

import { tryToAct } from '../act.ts'
import { detailsMessages } from './details.i18n.ts'

const AddMember = lazy(async () => (await import('./AddMember.tsx')).AddMember)

const longestName = 80

export interface GroupPartProps {
  conversation: ListedConversation
  userId: string
  /** One takes no part any more. */
  onGone: () => void
}

export function GroupPart({ conversation, userId, onGone }: GroupPartProps) {
  const m = useMessages(detailsMessages)
  const [asked, setAsked] = useState<'add' | 'leave' | null>(null)
  const { id, me, others } = conversation
  const { data: own } = useQuery({ ...profileQueries.byHandle(userId), enabled: me.isActive })
  const members = others.filter(({ isActive }) => isActive)
  const isOwner = me.role === 'owner'
  const remove = (personId: string, name: string) =>
    tryToAct(async () => {
      await removeMember(id, personId)
      toast({ title: m.removed(name) })
    })
  const close = () => setAsked(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {me.isActive && <GroupName key={conversation.title} conversation={conversation} />}
      <section aria-label={m.members(members.length + (me.isActive ? 1 : 0))}>
        <h3 className="mb-1.5 text-base">{m.members(members.length + (me.isActive ? 1 : 0))}</h3>
        <ul>
          {me.isActive && (
            <li className="flex min-h-12 items-center gap-3">
              <Avatar id={userId} src={own?.avatar_url ?? null} size="md" />
              <span className="min-w-0">
                <span className="block truncate text-sm font-semibold">{m.you}</span>
                {isOwner && <span className="block text-xs text-text-3">{m.owner}</span>}
              </span>
            </li>
          )}
          {members.map((person) => (
            <li key={person.id} className="flex items-center gap-3">
              <Link
                to="/profile/$handle"
                params={{ handle: handleOf(person) }}
                className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-md"
              >
                <Avatar id={person.id} src={person.avatar_url} size="md" />
                <span className="min-w-0">
                  <span className="block truncate text-sm font-semibold">{person.display_name}</span>
                  {person.role === 'owner' && <span className="block text-xs text-text-3">{m.owner}</span>}
                </span>
              </Link>
              {isOwner && (
                <IconButton
                  label={m.remove(person.display_name)}
                  icon={<UserMinus aria-hidden="true" className="size-5" strokeWidth={1.75} />}
                  onClick={() => void remove(person.id, person.display_name)}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
      {me.isActive && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="line"
            icon={<UserPlus aria-hidden="true" className="size-4.5" />}
            onClick={() => setAsked('add')}
          >
            {m.add}
          </Button>
          <Button size="sm" variant="danger" onClick={() => setAsked('leave')}>
            {m.leave}
          </Button>
        </div>
      )}
      {asked === 'add' && (
        <Suspense fallback={null}>
          <AddMember
            conversationId={id}
            userId={userId}
            members={new Set(members.map((person) => person.id))}
            onClose={close}
          />
        </Suspense>
      )}
      {asked === 'leave' && (
        <Leave
          onClose={close}
          onLeave={() =>
            void tryToAct(async () => {
              await leaveGroup(id)
              onGone()
            })
          }
        />
      )}
    </div>
  )
}

function GroupName({ conversation: { id, title } }: { conversation: ListedConversation }) {
  const m = useMessages(detailsMessages)
  const [name, setName] = useState(title)
  const wanted = name.trim()
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        nameGroup(id, wanted)
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label={m.name}
          help={m.nameHelp}
          maxLength={longestName}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      {wanted !== '' && wanted !== title && (
        <Button type="submit" size="sm" variant="ink" className="mb-6">
          {m.save}
        </Button>
      )}
    </form>
  )
}

function Leave({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) {
  const m = useMessages(detailsMessages)
  return (
    <Dialog
      title={m.leaveTitle}
      onClose={onClose}
      footer={
        <div className="flex gap-2">
          <Button className="flex-1" onClick={onClose}>
            {m.cancel}
          </Button>
          <Button
            className="flex-1"
            variant="danger"
            onClick={() => {
              onClose()
              onLeave()
            }}
          >
            {m.leave}
          </Button>
        </div>
      }
    >
      <p>{m.leaveText}</p>
    </Dialog>
  )
}
