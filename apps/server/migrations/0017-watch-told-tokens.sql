-- What the last power_changed event said of a validator's tokens (or the first ones), less what slashes took since, so
-- that drift adds up. Null where the chain has no x/staking: there told_power is what drift is measured from.
alter table watch_validator add column told_tokens numeric;
update watch_validator set told_tokens = tokens;
