-- Onboarding: the dossier of a merchant in each mode, its documents, and the decisions of operators on it.
set local lock_timeout = '2s';

-- What payers of one mode see, and the events about the merchant in it: sandbox and live never meet.
alter table merchant_numbers
  -- Null, as the next: the name that the merchant was made with. The legal one is that of the approved dossier.
  add column display_name text,
  add column legal_name text,
  add column logo_url text,
  add column primary_color text,
  add column locale text not null default 'fr' check (locale in ('fr', 'en', 'pt')),
  -- How payers reach the merchant: JSON text.
  add column contact text not null default '{}',
  -- Counts the events about the merchant itself.
  add column event_sequence int not null default 0,
  add column version int not null default 1,
  add column updated_at timestamptz;
update merchant_numbers n
  set logo_url = m.logo_url, primary_color = m.primary_color, locale = m.locale, event_sequence = m.event_sequence,
    version = m.version, updated_at = m.updated_at
  from merchants m where m.id = n.merchant_id;

create table kyb_dossiers (
  merchant_no int primary key references merchant_numbers (merchant_no),
  id uuid not null,
  tenant_id uuid not null references tenants (id),
  status text not null
    check (status in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'INFO_REQUESTED', 'APPROVED', 'REJECTED')),
  -- Sealed JSON, since it names people and accounts: what is being written or reviewed, and what was approved last.
  draft bytea,
  in_force bytea,
  -- What the reviewer asked for: JSON text.
  requested_items text not null default '[]',
  decision_reason text,
  reviewed_by uuid references operators (id),
  submitted_at timestamptz,
  review_started_at timestamptz,
  decided_at timestamptz,
  approved_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (tenant_id, id),
  -- Nobody is asked to look at nothing.
  check (status not in ('SUBMITTED', 'IN_REVIEW') or submitted_at is not null)
);
insert into kyb_dossiers (merchant_no, id, tenant_id, status, submitted_at, approved_at, created_at, updated_at)
  -- An id that sorts by the merchant's age, and is its mode's own.
  select n.merchant_no, (left(m.id::text, 24) || lpad(to_hex(n.merchant_no), 12, '0'))::uuid, m.tenant_id, m.kyb_status,
    case when m.kyb_status in ('SUBMITTED', 'IN_REVIEW') then m.updated_at end,
    case when m.kyb_status = 'APPROVED' then m.updated_at end, m.created_at, m.updated_at
  from merchant_numbers n join merchants m on m.id = n.merchant_id;

alter table merchants
  drop column kyb_status, drop column logo_url, drop column primary_color, drop column locale,
  drop column event_sequence;
-- What an operator's list runs along.
create index merchants_tenant on merchants (tenant_id, id);

create table kyb_documents (
  merchant_no int not null references kyb_dossiers (merchant_no),
  id uuid not null,
  type text not null check (type in ('REGISTRATION_CERTIFICATE', 'ARTICLES_OF_ASSOCIATION', 'TAX_CERTIFICATE',
    'NATIONAL_IDENTIFICATION', 'DIRECTOR_ID', 'OWNERSHIP_DECLARATION', 'PROOF_OF_ADDRESS', 'BANK_STATEMENT', 'OTHER')),
  -- Sealed: people name files after themselves.
  file_name bytea not null,
  -- As the bytes say.
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes int not null check (size_bytes between 1 and 5242880),
  -- Of the file as it was sent.
  sha256 bytea not null check (length(sha256) = 32),
  -- Sealed.
  content bytea not null,
  -- When a dossier that holds it was approved: from then on it is kept, and proves nothing new.
  accepted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_no, id)
);
-- What is encrypted does not get smaller.
alter table kyb_documents alter column content set storage external;

-- Four eyes: one operator proposes, another one confirms.
create table kyb_decisions (
  merchant_no int not null references kyb_dossiers (merchant_no),
  id uuid not null,
  decision text not null check (decision in ('APPROVE', 'REJECT', 'DISMISS_CHANGE')),
  reason text not null,
  status text not null check (status in ('PROPOSED', 'CONFIRMED', 'WITHDRAWN')),
  proposed_by uuid not null references operators (id),
  ended_by uuid references operators (id),
  proposed_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_no, id),
  check ((status = 'PROPOSED') = (ended_at is null)),
  check ((ended_by is null) = (ended_at is null)),
  check (status <> 'CONFIRMED' or ended_by <> proposed_by)
);
create unique index kyb_decisions_open on kyb_decisions (merchant_no) where status = 'PROPOSED';
