-- Which store of files is this database's: a node with another one is told so.
alter table storage.installation add column store uuid;
grant update (store) on storage.installation to service_role;
