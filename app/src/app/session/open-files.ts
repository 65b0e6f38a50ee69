/** Pictures that the system opens with the installed app go the way of those that other apps share, with its checks. */

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void
}

declare global {
  interface Window {
    /** Of Chromium. */
    readonly launchQueue?: LaunchQueue
  }
}

export function takeOpenedFiles(): void {
  window.launchQueue?.setConsumer(({ files }) => {
    if (files.length > 0) void share(files)
  })
}

async function share(handles: readonly FileSystemFileHandle[]): Promise<void> {
  const transfer = new DataTransfer()
  for (const handle of handles) transfer.items.add(await handle.getFile())
  const form = document.createElement('form')
  Object.assign(form, { method: 'POST', action: '/share-target', enctype: 'multipart/form-data', hidden: true })
  const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
  input.files = transfer.files
  form.append(input)
  document.body.append(form)
  form.submit()
}
