import { Alert } from '#ui/feedback/Alert.tsx'

import { useAssistant } from './assistant.ts'

/** What the assistant thinks should be known before it is made. */
export function Warnings() {
  const assistance = useAssistant((store) => store.assistance)
  const warnings = assistance.state === 'proposed' ? assistance.proposal.warnings : []
  if (warnings.length === 0) return null
  return <Alert tone="warning">{warnings.join(' ')}</Alert>
}
