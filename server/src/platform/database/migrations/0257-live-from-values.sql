-- What is delivered is made from the values of items, and stands in the files of tenants: PostgreSQL has values once.
drop table delivery_document, delivery_body;
