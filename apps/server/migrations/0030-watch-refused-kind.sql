-- Why a chain is refused, as the page tells it in its user's language: the reason is a sentence for the log.
alter table watch_network
  add column refused_kind text check (refused_kind in ('OTHER_CHAIN', 'BEGUN_AGAIN', 'FORK', 'DOUBLE_SIGNED'));
update watch_network
  set refused_kind = case
    when refused_reason like '%double-signed%' then 'DOUBLE_SIGNED'
    when refused_reason like '%has begun again' then 'BEGUN_AGAIN'
    when refused_reason like '% is on the chain %' then 'OTHER_CHAIN'
    else 'FORK'
  end
  where refused_reason is not null;
