-- Who is named in a note, until they have seen to it. A merchant's people and operators never meet here either.
set local lock_timeout = '2s';

create table note_mentions (
  merchant_no integer not null references merchant_numbers (merchant_no),
  person_id uuid not null references persons (id),
  note_id uuid not null,
  subject_id uuid not null,
  -- As people read it: pi_…, po_….
  subject text not null,
  done_at timestamptz,
  primary key (merchant_no, person_id, note_id),
  foreign key (merchant_no, subject_id, note_id) references notes (merchant_no, subject_id, id)
);
create index note_mentions_of_note on note_mentions (merchant_no, note_id);

create table work_note_mentions (
  tenant_id uuid not null references tenants (id),
  operator_id uuid not null references operators (id),
  note_id uuid not null,
  item text not null,
  done_at timestamptz,
  primary key (tenant_id, operator_id, note_id),
  foreign key (tenant_id, item, note_id) references work_notes (tenant_id, item, id)
);
create index work_note_mentions_of_note on work_note_mentions (tenant_id, note_id);
