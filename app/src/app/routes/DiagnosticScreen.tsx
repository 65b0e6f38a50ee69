export function DiagnosticScreen() {
  return null
}
