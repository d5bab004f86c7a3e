-- Hands both schemas of a cell over to Citus, which chooses their worker: psql -v cell=cell_ci. May be run again.
select citus_schema_distribute(n.oid::regnamespace)
  from pg_namespace n
 where n.nspname in (:'cell', :'cell' || '_simulator')
   and not exists (select from citus_schemas s where s.schema_name = n.oid::regnamespace)
 order by n.nspname;
