-- Lists of delivery are answered from a file of the tenant, too (ADR 102), which counts and orders what is live by itself. Documents
-- are found here by their ids and by their item.
drop table delivery_count;
drop index delivery_document_of_type, delivery_document_by_time, delivery_document_by_name;
