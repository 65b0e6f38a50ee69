-- What somebody adds to their conversations within a day is found by its own index: an account may have many files elsewhere.
create index objects_of_messages on storage.objects (owner_id, created_at) where bucket_id = 'dm-blobs';
