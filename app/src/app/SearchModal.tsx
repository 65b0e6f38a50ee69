import { openConversation } from '#entities/message/use-write-to.ts'
import { SearchDialog } from '#features/search/SearchDialog.tsx'
import { paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'

/** Over the messages, choosing a person begins a conversation with them; anywhere else it leads to their profile (spec §2). */
export function SearchModal({ onClose }: { onClose: () => void }) {
  const isOverMessages = usePlace().pathname === paths.messages
  return <SearchDialog onClose={onClose} {...(isOverMessages && { onPerson: converse })} />
}

function converse(personId: string): void {
  // In the dialog's place: going back leads to where one was before it.
  void openConversation(personId, { replace: true })
}
