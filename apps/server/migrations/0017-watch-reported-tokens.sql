-- What the last power_changed event said of a validator's tokens (or the first ones), less what slashes took since, so
-- that drift adds up. Null where the chain has no x/staking: there reported_power is what drift is measured from.
-- "Reported" is the word for it everywhere else.
alter table watch_validator rename column told_power to reported_power;
alter table watch_validator rename column told_rank to reported_rank;
alter table watch_validator add column reported_tokens numeric;
update watch_validator set reported_tokens = tokens;
