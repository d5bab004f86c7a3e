-- Exports are CSV files, or workbooks of a spreadsheet.
set local lock_timeout = '2s';

alter table exports add column format text not null default 'CSV' check (format in ('CSV', 'XLSX'));
