-- Who may write what, one row per thing that has one writer at a time. The fence rises with each new holder.
create table lease (
  name text primary key,
  holder text not null,
  fence bigint not null,
  expires_at timestamptz not null
);
