-- Onboarding: the dossier of a merchant in each mode, its documents, and the decisions of operators on it.

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
