-- Hands both schemas of a cell over to Citus, which chooses their worker: psql -v cell=cell_ci. Run it after each migration.
\set ON_ERROR_STOP on

-- Citus moves a cell to another worker while it is written to, by logical replication. That leaves out unlogged tables and refuses changes of
-- rows that have no primary key.
select format('alter table %s set logged', c.oid::regclass)
  from pg_class c
 where c.relnamespace::regnamespace::text in (:'cell', :'cell' || '_simulator') and c.relkind = 'r' and c.relpersistence = 'u'
\gexec
select format('alter table %s replica identity full', c.oid::regclass)
  from pg_class c
 where c.relnamespace::regnamespace::text in (:'cell', :'cell' || '_simulator') and c.relkind = 'r' and c.relreplident = 'd'
   and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)
\gexec

select citus_schema_distribute(n.oid::regnamespace)
  from pg_namespace n
 where n.nspname in (:'cell', :'cell' || '_simulator')
   and not exists (select from citus_schemas s where s.schema_name = n.oid::regnamespace)
 order by n.nspname;
