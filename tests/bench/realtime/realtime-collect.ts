/** Loaded before a server of a measurement: it collects its garbage when it is told to. */
process.on('SIGUSR2', () => gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
