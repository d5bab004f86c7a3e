-- Tells the coordinator who it is and which workers there are. May be run again: a node that is known stays as it is.
create extension if not exists citus;
select citus_set_coordinator_host('coordinator', 5432);
select citus_add_node('worker-1', 5432);
select citus_add_node('worker-2', 5432);
