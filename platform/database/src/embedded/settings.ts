/** PostgreSQL's settings for a small machine that it shares with the server; passed on its command line. */
export function serverSettings(
  socketFolder: string,
  extra: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '1GB',
    // Plans of requests are short: compiling them costs more than it saves.
    jit: 'off',
    random_page_cost: '1.1',
    wal_level: 'logical',
    max_wal_senders: '8',
    max_replication_slots: '8',
    // A reader of changes that never comes back may not fill the disk.
    max_slot_wal_keep_size: '512MB',
    max_wal_size: '512MB',
    min_wal_size: '64MB',
    checkpoint_completion_target: '0.9',
    log_line_prefix: '%m [%p] %q%u@%d ',
    log_checkpoints: 'off',
    // What the server itself has to say. Errors of statements reach their callers; their texts and values are private.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    timezone: 'UTC',
    ...extra,
  }
}
