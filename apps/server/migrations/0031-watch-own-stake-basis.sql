-- How what an operator has staked itself is known, and by whom.
alter table watch_validator
  add column self_delegation_assurance text
    check (self_delegation_assurance in ('PROVEN', 'AGREED', 'SINGLE')),
  add column self_delegation_host text;
