-- The MD5 of a piece, where the place of the blobs joins pieces by itself: the object's tag is then made of these.
alter table storage.resumable_parts add column md5 text;
