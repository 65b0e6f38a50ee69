-- Somebody's keys take some 600 characters of it: room for as many people as one person writes to.
alter table public.user_key_backups drop constraint user_key_backups_pins_check;
alter table public.user_key_backups add constraint user_key_backups_pins_check
  check (pins ~ '^[A-Za-z0-9+/]*={0,2}$' and char_length(pins) <= 2097152);
